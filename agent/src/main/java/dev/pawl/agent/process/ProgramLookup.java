package dev.pawl.agent.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Finds programs on the PATH.
public final class ProgramLookup {

  /// The program of a launch, searched on the PATH of its own environment.
  static Path find(LaunchSpec launch) throws LaunchException {
    return find(launch.program(), launch.environment(), launch.directory())
        .orElseThrow(
            () -> new LaunchException("'%s' is not on the PATH".formatted(launch.program())));
  }

  /// The path of a program. A name with a slash is a path, whether it exists or not.
  ///
  /// @param directory the base of relative paths, also of those on the PATH
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
