package dev.pawl.cli;

import dev.pawl.cli.local.Problems;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogFollower;
import dev.pawl.server.logs.Logs;
import dev.pawl.server.logs.StoredLog;
import dev.pawl.server.store.RunReads.StepRow;
import dev.pawl.workflow.diagnostics.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Prints what steps have printed, each below a headline; the log's bytes as they are.
final class LogPrinter {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final LogFiles files;
  private final Palette palette = Palette.forTerminal(Terminals.isTerminal());

  LogPrinter(LogFiles files) {
    this.files = files;
  }

  /// The log of a step, if it has one by now.
  Optional<StoredLog> log(LoggedRun of, StepRow step) {
    return files.newest(of.run().id(), step.job(), step.attempt(), step.step());
  }

  /// The headline only where there is something under it.
  void print(LoggedRun of, StepRow step) {
    Optional<StoredLog> log = log(of, step);
    if (log.isEmpty() && step.message().isEmpty()) {
      return;
    }
    headline(of, step);
    if (log.isPresent()) {
      try {
        log.get().copyTo(System.out);
      } catch (IOException e) {
        System.err.println("pawl: cannot read the log: " + Problems.meaning(e));
      }
    }
  }

  private void headline(LoggedRun of, StepRow step) {
    System.out.println(
        palette.bold(Printable.line("── %s › %s".formatted(of.jobOf(step), step.name())))
            + (step.message().isEmpty() ? "" : "  " + Printable.line(step.message())));
  }

  /// What a step has printed, and what it prints until it is over.
  void follow(LoggedRun of, StepRow step, StoredLog log, BooleanSupplier isOver)
      throws InterruptedException {
    headline(of, step);
    try (var logs = new Logs(files);
        var follower = new LogFollower(logs, log, 0, isOver)) {
      while (!follower.isEnded()) {
        System.out.writeBytes(follower.next(PATIENCE));
        System.out.flush();
      }
    } catch (UncheckedIOException e) {
      System.err.println("pawl: cannot read the log: " + Problems.meaning(e));
    }
  }
}
