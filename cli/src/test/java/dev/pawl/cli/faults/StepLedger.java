package dev.pawl.cli.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// The actions of jobs as they happened: a file that each step appends to, unknown to server and
/// agents. Its order is that of the writes.
final class StepLedger {

  /// The kind of an entry.
  enum Mark {
    /// A try that will fail, so that it is retried.
    TRY,
    START,
    /// The step is still running.
    BEAT,
    END,
    /// The cleanup hook has started.
    CLEANING,
    CLEANUP
  }

  /// An attempt of a job.
  record Attempt(String run, String job, int number) {}

  /// @param step its name; for a hook, the job's outcome
  /// @param agent the agent that ran it
  record Line(Mark mark, Attempt attempt, String step, String agent, Instant at) {

    static Line of(String text) {
      String[] words = text.split(" ", -1);
      String[] time = words[6].split("[.,]", 2);
      return new Line(
          Mark.valueOf(words[0].toUpperCase(java.util.Locale.ROOT)),
          new Attempt(words[1], words[2], Integer.parseInt(words[3])),
          words[4],
          words[5],
          Instant.ofEpochSecond(Long.parseLong(time[0]), Long.parseLong(time[1]) * 1_000));
    }
  }

  private final Path directory;
  private final Path file;

  private StepLedger(Path directory) {
    this.directory = directory;
    this.file = directory.resolve("ledger");
  }

  /// Creates the ledger, and beside it a script by which steps append to it.
  static StepLedger in(Path directory) {
    var ledger = new StepLedger(directory);
    try {
      Files.createFile(ledger.file);
      Files.writeString(
          directory.resolve("note"),
          """
          note() {
            echo "$1 $PAWL_RUN_ID $PAWL_JOB $PAWL_ATTEMPT $2 $WHO $EPOCHREALTIME" >>'%s'
          }
          hold() { while [ -e '%s/hold-'"$1" ]; do sleep 0.05; done; }
          """
              .formatted(ledger.file, directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ledger;
  }

  /// Its lines so far; each line is written at once, so all are complete.
  List<Line> lines() {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream().map(Line::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Keeps jobs in a phase from now on, as soon as they reach it: their scripts wait at that place
  /// until [#release].
  void hold(JobPhase phase) {
    JobPhaseFinder.placeOf(phase)
        .ifPresent(place -> {
          try {
            Files.writeString(directory.resolve("hold-" + place), "");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /// Lets all jobs continue.
  void release() {
    for (String place : JobPhaseFinder.PLACES) {
      try {
        Files.deleteIfExists(directory.resolve("hold-" + place));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
