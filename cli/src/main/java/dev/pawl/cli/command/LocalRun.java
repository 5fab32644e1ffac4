package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.LocalRunSettings;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.view.LocalWaits;
import dev.pawl.cli.view.RunView;
import dev.pawl.cli.view.ViewDispatcher;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.cli.workflows.TriggerResult;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Run;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A run in this process from its start to its end, with a view on the terminal or as plain lines.
record LocalRun(
    RunId id, Project project, LocalRunSettings settings, Actor me, ViewOptions options) {

  /// Runs a plan and returns the exit code of its result.
  int run(TriggerResult.Planned runs) throws InterruptedException {
    warnOfHolds(runs);
    StopSignals stops = StopSignals.listen();
    RunView view = options.open(System.out, project.logs(), Optional.empty());
    try (var waits = new LocalWaits(project)) {
      var dispatcher = new ViewDispatcher(view, id, waits::explain);
      Run ended = execute(runs, stops, dispatcher);
      stops.finished(exitCode(ended));
      dispatcher.end(ended);
      return exitCode(ended);
    } finally {
      view.close();
    }
  }

  /// Warns that jobs will be held: reviewers exist on a server only.
  private void warnOfHolds(TriggerResult.Planned runs) {
    List<String> held =
        IntStream.range(0, runs.plan().jobs().size())
            .filter(index -> !runs.skipped().containsKey(index))
            .mapToObj(runs.plan()::job)
            .filter(job -> job.policy().approval().isPresent())
            .map(PlannedJob::name)
            .toList();
    if (settings.approver().isEmpty() && !held.isEmpty()) {
      System.err.println(
          "pawl: %s will be held for approval. Use `pawl run --approve-all` to approve."
              .formatted(PrintableText.line(String.join(", ", held))));
    }
  }

  private Run execute(TriggerResult.Planned runs, StopSignals stops, ViewDispatcher dispatcher) {
    try (var local = new LocalOrchestrator(project, settings, dispatcher)) {
      local.run(id, runs.plan(), runs.workflow().file(), runs.event(), me);
      stops.onSignal(force -> {
        local.cancel(me, force);
        dispatcher.message(
            force ? "killing all jobs" : "cancelling; press Ctrl+C again to kill all jobs");
      });
      return local.await();
    }
  }

  private static int exitCode(Run run) {
    return switch (run.state()) {
      case SUCCESS, SKIPPED -> ExitCode.SUCCESS;
      case CANCELLED -> ExitCode.CANCELLED;
      case FAILED, TIMED_OUT, PLAN_FAILED -> ExitCode.RUN_FAILED;
      case CREATED, PLANNING, HELD, WAITING, QUEUED, RUNNING, RECOVERING, CANCELLING ->
          throw new IllegalStateException("the run is not over: " + run.state());
    };
  }
}
