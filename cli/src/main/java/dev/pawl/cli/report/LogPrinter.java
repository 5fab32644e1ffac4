package dev.pawl.cli.report;

import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.local.FileErrorMessages;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogFollower;
import dev.pawl.server.logs.LogReader;
import dev.pawl.server.logs.LogStore;
import dev.pawl.server.store.sql.RunQueries.StepRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Prints what steps have printed, each below a headline; the log's bytes as they are.
public final class LogPrinter {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final LogFiles files;
  private final Palette palette = Palette.forTerminal(TerminalInfo.isTerminal());

  public LogPrinter(LogFiles files) {
    this.files = files;
  }

  /// The log of a step, if it has one by now.
  Optional<LogReader> log(RunLogSnapshot of, StepRow step) {
    return files.newest(of.run().id(), step.job(), step.attempt(), step.step());
  }

  /// The headline only where there is something under it.
  public void print(RunLogSnapshot of, StepRow step) {
    Optional<LogReader> log = log(of, step);
    if (log.isEmpty() && step.message().isEmpty()) {
      return;
    }
    headline(of, step);
    if (log.isPresent()) {
      try {
        log.get().copyTo(System.out);
      } catch (IOException e) {
        System.err.println("pawl: cannot read the log: " + FileErrorMessages.describe(e));
      }
    }
  }

  private void headline(RunLogSnapshot of, StepRow step) {
    System.out.println(
        palette.bold(PrintableText.line("── %s › %s".formatted(of.jobOf(step), step.name())))
            + (step.message().isEmpty() ? "" : "  " + PrintableText.line(step.message())));
  }

  /// What a step has printed, and what it prints until it is over.
  void follow(RunLogSnapshot of, StepRow step, LogReader log, BooleanSupplier isOver)
      throws InterruptedException {
    headline(of, step);
    try (var logs = new LogStore(files);
        var follower = new LogFollower(logs, log, 0, isOver)) {
      while (!follower.isEnded()) {
        System.out.writeBytes(follower.next(PATIENCE));
        System.out.flush();
      }
    } catch (UncheckedIOException e) {
      System.err.println("pawl: cannot read the log: " + FileErrorMessages.describe(e));
    }
  }
}
