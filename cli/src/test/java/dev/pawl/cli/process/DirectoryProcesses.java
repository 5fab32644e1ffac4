package dev.pawl.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Finds the processes that have a directory as their working directory, or name it in their
/// command line. Test directories are unique, so a process cannot hide in another session or behind
/// an empty environment.
public final class DirectoryProcesses {

  /// The processes with their command lines.
  public static Map<Long, String> in(Path directory) {
    var found = new TreeMap<Long, String>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : all) {
        commandOf(process)
            .filter(
                command -> command.contains(directory.toString()) || worksIn(process, directory))
            .ifPresent(
                command -> found.put(Long.valueOf(process.getFileName().toString()), command));
      }
    } catch (IOException e) {
      throw new IllegalStateException("these tests need /proc", e);
    }
    return found;
  }

  public static void killIn(Path directory) {
    Await.until(
        () -> "cannot kill " + in(directory),
        () -> {
          var left = in(directory).keySet();
          left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
          return left.isEmpty();
        });
  }

  /// The command line; empty for a zombie.
  private static Optional<String> commandOf(Path process) {
    try {
      var line = new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8);
      return line.isEmpty() ? Optional.empty() : Optional.of(line.replace('\0', ' ').strip());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static boolean worksIn(Path process, Path directory) {
    try {
      return Files.readSymbolicLink(process.resolve("cwd")).startsWith(directory);
    } catch (IOException _) {
      return false;
    }
  }

  private DirectoryProcesses() {}
}
