package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.git.RepositoryState;
import dev.pawl.cli.local.LocalOrchestrator;
import dev.pawl.cli.local.LocalRunSettings;
import dev.pawl.cli.local.OwnedRun;
import dev.pawl.cli.local.Project;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.progress.WaitSummary;
import dev.pawl.cli.runs.FileLogs;
import dev.pawl.cli.view.Approvals;
import dev.pawl.cli.view.RunView;
import dev.pawl.cli.view.ViewDispatcher;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.cli.workflows.TriggerResult;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RerunCreation;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A run in this process from its start to its end, with a view on the terminal or as plain lines.
///
/// @param repository the repository whose code it runs
record LocalRun(
    RunId id,
    Project project,
    RepositoryState repository,
    LocalRunSettings settings,
    Actor me,
    ViewOptions options) {

  /// Runs a plan and returns the exit code of its result.
  int run(TriggerResult.Planned runs) throws InterruptedException {
    Origin.Source source = repository.source();
    return run(local -> local.start(id, runs.plan(), runs.workflow().file(), runs.event(), source));
  }

  /// Runs an ended run again and returns the exit code of its result.
  int rerun(RunId before, RerunCreation.Selection wanted) throws InterruptedException {
    Origin.Source source = repository.source();
    return run(local -> local.rerun(id, before, wanted, source));
  }

  private int run(Consumer<OwnedRun> start) throws InterruptedException {
    StopSignals stops = StopSignals.listen();
    var link = new RunLink();
    RunView view = options.open(System.out, new FileLogs(project.logs()), Optional.of(link));
    try {
      var dispatcher = new ViewDispatcher(view, id, link::explain);
      Run ended = execute(start, stops, dispatcher, link);
      int code = ExitCode.of(ended.state());
      stops.finished(code);
      dispatcher.end(ended);
      return code;
    } finally {
      view.close();
    }
  }

  private Run execute(
      Consumer<OwnedRun> start, StopSignals stops, ViewDispatcher dispatcher, RunLink link) {
    try (var local = new LocalOrchestrator(project, settings, me, dispatcher)) {
      link.run = local.run();
      start.accept(local.run());
      stops.onSignal(force -> {
        local.run().cancel(force);
        dispatcher.message(
            force ? "killing all jobs" : "cancelling; press Ctrl+C again to kill all jobs");
      });
      return local.run().await();
    }
  }

  /// The view's link to the run, which starts after the view.
  private static final class RunLink implements Approvals {

    private volatile @Nullable OwnedRun run;

    @Override
    public void approve(RunHeader run, String job) {
      OwnedRun local = this.run;
      if (local != null) {
        local.approve(job);
      }
    }

    @Override
    public void reject(RunHeader run, String job) {
      OwnedRun local = this.run;
      if (local != null) {
        local.reject(job);
      }
    }

    private WaitSummary explain(Run run) {
      OwnedRun local = this.run;
      return local == null ? WaitSummary.EMPTY : local.explain(run);
    }
  }
}
