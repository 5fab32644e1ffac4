package dev.pawl.cli.agents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Finds the processes of jobs by the run's id in their environment.
public final class RunProcesses {

  public static List<String> alive(Collection<String> runs) {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : all) {
        String environment = environment(process);
        runs.stream()
            .filter(run -> environment.contains("PAWL_RUN_ID=" + run + "\0"))
            .forEach(run -> found.add("%s of run %s".formatted(process.getFileName(), run)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  /// The environment; empty if the process has ended or belongs to another user.
  private static String environment(Path process) {
    try {
      return new String(
          Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }

  private RunProcesses() {}
}
