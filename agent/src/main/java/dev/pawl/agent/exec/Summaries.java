package dev.pawl.agent.exec;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The summaries that the steps of jobs have written, a file a job, kept beside the logs.
///
/// @param directory where they are
public record Summaries(Path directory) {

  /// That of one attempt of a job; empty if its steps have written none, or it cannot be read.
  public String read(String run, String job, int attempt) {
    try {
      Path file = file(run, job, attempt);
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException _) {
      return "";
    }
  }

  /// Adds what a step has written.
  void add(String run, String job, int attempt, String text) throws IOException {
    Path file = file(run, job, attempt);
    Files.createDirectories(file.getParent());
    String whole = text.endsWith("\n") ? text : text + "\n";
    Files.writeString(file, whole, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /// The name of a job may be anything; encoded it is a name of a file, and of one in here.
  private Path file(String run, String job, int attempt) {
    return directory.resolve(encoded(run)).resolve(encoded(job) + "-" + attempt + ".md");
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace(".", "%2E");
  }
}
