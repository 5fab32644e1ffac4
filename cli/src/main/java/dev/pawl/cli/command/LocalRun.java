package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.LocalRunSettings;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.view.LiveView;
import dev.pawl.cli.view.PlainView;
import dev.pawl.cli.view.RunView;
import dev.pawl.cli.view.ViewDispatcher;
import dev.pawl.cli.workflows.TriggerResult;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.logs.LogFiles;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.io.IOError;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// A run in this process from its start to its end, with a view on the terminal or as plain lines.
///
/// @param isPlain whether to print plain lines even on a terminal
public record LocalRun(
    RunId id, Project project, LocalRunSettings settings, Actor me, boolean isPlain) {

  /// Runs a plan and returns the exit code of its result.
  public int run(TriggerResult.Planned runs) throws InterruptedException {
    warnOfHolds(runs);
    return run(local -> local.run(id, runs.plan(), runs.workflow().file(), runs.event()));
  }

  /// Runs an ended run again and returns the exit code of its result.
  public int rerun(RunId before, RerunCreation.Selection wanted) throws InterruptedException {
    return run(local -> local.rerun(local.find(before).orElseThrow(), wanted));
  }

  private int run(Consumer<LocalOrchestrator> start) throws InterruptedException {
    StopSignals stops = StopSignals.listen();
    RunView view = view();
    try {
      var dispatcher = new ViewDispatcher(view);
      Run ended = execute(start, stops, dispatcher);
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
    if (!settings.options().approvesAll() && !held.isEmpty()) {
      System.err.println(
          "pawl: %s will be held for approval. Use `pawl run --approve-all` to approve."
              .formatted(PrintableText.line(String.join(", ", held))));
    }
  }

  private Run execute(
      Consumer<LocalOrchestrator> start, StopSignals stops, ViewDispatcher dispatcher) {
    try (var local = new LocalOrchestrator(project, settings, me, dispatcher)) {
      start.accept(local);
      stops.onSignal(force -> {
        local.cancel(force);
        dispatcher.message(
            force ? "killing all jobs" : "cancelling; press Ctrl+C again to kill all jobs");
      });
      return local.await();
    }
  }

  private RunView view() {
    LogFiles logs = project.logs();
    boolean isDumb = "dumb".equals(System.getenv("TERM")) || System.getenv("TERM") == null;
    if (!isPlain && !isDumb && TerminalInfo.isTerminal()) {
      try {
        return new LiveView(logs);
      } catch (IOException | IOError _) {
        // Plain lines if the terminal cannot be opened.
      }
    }
    return new PlainView(System.out, logs);
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
