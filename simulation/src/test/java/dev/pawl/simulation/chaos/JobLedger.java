package dev.pawl.simulation.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// File to which every job appends when it starts and ends. No orchestrator knows of it.
final class JobLedger {

  /// An event of a job.
  enum Mark {
    START,
    END,
    KILLED
  }

  /// A line of the file.
  record Line(Mark mark, String run, String job, int attempt, int lease) {

    static Line of(String text) {
      String[] words = text.split(" ", -1);
      return new Line(
          Mark.valueOf(words[0]),
          words[1],
          words[2],
          Integer.parseInt(words[3]),
          Integer.parseInt(words[4]));
    }

    @Override
    public String toString() {
      return "%s %s %s %d %d".formatted(mark, run, job, attempt, lease);
    }
  }

  private final Path file;

  JobLedger(Path file) {
    this.file = file;
  }

  synchronized void append(Line line) {
    try {
      Files.writeString(
          file,
          line + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized List<Line> lines() {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream().map(Line::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
