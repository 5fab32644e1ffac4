package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.runs.ActionResult;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.OptionalInt;

/// Performs an action on a run, and prints the decision.
record RunActionPrinter(RunClient runs, RunRow run) {

  /// Performs the action.
  ///
  /// @param done the sentence for people if it is accepted; `%s` is the run, or the job of the run
  int perform(RunAction action, String done, OptionalInt job) throws InterruptedException {
    ActionResult result = runs.act(run, action);
    return switch (result.kind()) {
      case ACCEPTED -> {
        System.out.println(PrintableText.line(done.formatted(name(job))));
        yield ExitCode.SUCCESS;
      }
      case LATE -> {
        System.out.println(
            PrintableText.line(
                "Nothing to do for %s: %s.%s"
                    .formatted(name(job), result.message(), hint(action))));
        yield ExitCode.SUCCESS;
      }
      case REJECTED -> RunSelector.reject(ExitCode.UNAVAILABLE, result.message());
      case UNAUTHORIZED -> RunSelector.reject(ExitCode.UNAUTHORIZED, result.message());
    };
  }

  private String hint(RunAction action) {
    return action instanceof RunAction.Cancel(_, var isForced) && !isForced
        ? " To kill it at once: `pawl cancel %d --force`.".formatted(run.number())
        : "";
  }

  private String name(OptionalInt job) {
    String number = "run #" + run.number();
    return job.isEmpty()
        ? number
        : runs.attempts(run.id()).stream()
            .filter(attempt -> attempt.job() == job.getAsInt())
            .findFirst()
            .map(attempt -> "'%s' of %s".formatted(attempt.name(), number))
            .orElse(number);
  }
}
