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

/// Prints the logs of steps unchanged, each below a headline.
public final class LogPrinter {

  private static final Duration POLL_TIMEOUT = Duration.ofMinutes(1);

  private final LogFiles files;
  private final Palette palette = Palette.forTerminal(TerminalInfo.isTerminal());

  public LogPrinter(LogFiles files) {
    this.files = files;
  }

  /// The log of a step, if it exists yet.
  Optional<LogReader> log(RunLogSnapshot of, StepRow step) {
    return files.newest(of.run().id(), step.job(), step.attempt(), step.step());
  }

  /// Prints the log of a step; the headline only if there is a log or a message.
  ///
  /// @return whether something was printed
  public boolean print(RunLogSnapshot of, StepRow step) {
    Optional<LogReader> log = log(of, step);
    if (log.isEmpty() && step.message().isEmpty()) {
      return false;
    }
    headline(of, step);
    if (log.isPresent()) {
      try {
        log.get().copyTo(System.out);
      } catch (IOException e) {
        System.err.println("pawl: cannot read the log: " + FileErrorMessages.describe(e));
      }
    }
    return true;
  }

  private void headline(RunLogSnapshot of, StepRow step) {
    System.out.println(
        palette.bold(PrintableText.line("── %s › %s".formatted(of.jobOf(step), step.name())))
            + (step.message().isEmpty() ? "" : "  " + PrintableText.line(step.message())));
  }

  /// Prints the log of a step until the step has ended.
  void follow(RunLogSnapshot of, StepRow step, LogReader log, BooleanSupplier isOver)
      throws InterruptedException {
    headline(of, step);
    try (var logs = new LogStore(files);
        var follower = new LogFollower(logs, log, 0, isOver)) {
      while (!follower.isEnded()) {
        System.out.writeBytes(follower.next(POLL_TIMEOUT));
        System.out.flush();
      }
    } catch (UncheckedIOException e) {
      System.err.println("pawl: cannot read the log: " + FileErrorMessages.describe(e));
    }
  }
}
