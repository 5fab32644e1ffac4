package dev.pawl.cli.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// What jobs really did: a file that each step appends to, and that neither server nor agent knows
/// of. Its order is that of the file, which is the kernel's.
final class StepLedger {

  /// What a step has to say.
  enum Mark {
    /// It tries, and will fail, so that it is tried again.
    TRY,
    START,
    /// It is still at work.
    BEAT,
    END,
    /// A hook has begun to clean up.
    CLEANING,
    CLEANUP
  }

  /// One try at a job of a run.
  record Attempt(String run, String job, int number) {}

  /// @param step its name; of a hook, what it was told of the job's outcome
  /// @param agent where it was
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

  private final Path file;

  private StepLedger(Path file) {
    this.file = file;
  }

  /// Makes it, and beside it what steps source to write to it.
  static StepLedger in(Path directory) {
    var ledger = new StepLedger(directory.resolve("ledger"));
    try {
      Files.createFile(ledger.file);
      Files.writeString(
          directory.resolve("note"),
          """
          note() {
            echo "$1 $PAWL_RUN_ID $PAWL_JOB $PAWL_ATTEMPT $2 $WHO $EPOCHREALTIME" >>'%s'
          }
          """
              .formatted(ledger.file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ledger;
  }

  /// Its lines so far: whole ones, for one is written at once.
  List<Line> lines() {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream().map(Line::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
