package dev.pawl.agent.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where programs are.
public final class ProgramLookup {

  /// The program of a launch, as its own PATH has it.
  static Path find(LaunchSpec launch) throws LaunchException {
    return find(launch.program(), launch.environment(), launch.directory())
        .orElseThrow(() -> new LaunchException(launch.program() + " is not on the PATH"));
  }

  /// Where a program is. One that has a slash in its name is where that leads, be it there or not.
  ///
  /// @param directory what relative paths begin at, an empty one among them
  public static Optional<Path> find(
      String program, Map<String, String> environment, Path directory) {
    if (program.contains("/")) {
      return path(directory, program);
    }
    for (String entry : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Optional<Path> candidate = path(directory, entry).flatMap(found -> path(found, program));
      if (candidate.isPresent() && isProgram(candidate.get())) {
        return candidate;
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> path(Path directory, String name) {
    try {
      return Optional.of(directory.resolve(name));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private static boolean isProgram(Path path) {
    return Files.isExecutable(path) && !Files.isDirectory(path);
  }

  private ProgramLookup() {}
}
