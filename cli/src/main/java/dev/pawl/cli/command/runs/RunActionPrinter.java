package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.runs.ActionResult;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.Palette;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.OptionalInt;

/// Performs an action on a run, and prints what has become of the run or of the job.
record RunActionPrinter(RunClient runs, RunRow run) {

  /// @param done what was done, for people
  /// @param job the job that it was done to; empty for the run
  int perform(RunAction action, String done, OptionalInt job) throws InterruptedException {
    ActionResult result = runs.act(run, action);
    return switch (result.kind()) {
      case ACCEPTED -> {
        System.out.println(PrintableText.line("%s: %s".formatted(done, state(job))));
        yield ExitCode.SUCCESS;
      }
      case LATE -> {
        System.out.println(PrintableText.line("Nothing to do: %s.".formatted(result.message())));
        yield ExitCode.SUCCESS;
      }
      case REJECTED -> RunSelector.reject(ExitCode.UNAVAILABLE, result.message());
    };
  }

  private String state(OptionalInt job) {
    RunRow now = runs.find(run.id().value()).orElse(run);
    if (job.isEmpty()) {
      return "run #%d is %s".formatted(now.number(), Palette.words(now.state()));
    }
    AttemptRow attempt =
        runs.attempts(run.id()).stream()
            .filter(row -> row.job() == job.getAsInt())
            .reduce((_, last) -> last)
            .orElseThrow();
    return "%s is %s".formatted(attempt.jobId(), Palette.words(attempt.state()));
  }
}
