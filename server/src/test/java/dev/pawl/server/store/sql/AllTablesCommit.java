package dev.pawl.server.store.sql;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Store;
import java.util.ArrayList;
import java.util.List;

/// A commit that writes to nearly every table: a run is created, planned, leased and started, and
/// its first step has ended; another run joins a group. A run before it was committed normally.
final class AllTablesCommit {

  static final RunId BEFORE = new RunId("before");
  static final RunId RICH = new RunId("rich");
  static final String GROUP = "default:#main";

  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);
  private static final LeaseRef LEASE = new LeaseRef(new AttemptRef(0, 1), 1);

  private final Store store;
  private final List<Change> changes = new ArrayList<>();
  private final DrivenRun run;

  /// Commits the run before, and decides the rest.
  AllTablesCommit(Store store) {
    this.store = store;
    SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
    new DrivenRun(store, BEFORE.value()).planned(SamplePlans.buildThenTest()).running().failed();
    this.run = new DrivenRun(store, RICH.value());
    decide(
        run,
        new StartPlanning(),
        new FinishPlanning(SamplePlans.buildThenTest()),
        new GrantLease(LEASE.attempt(), SampleCommits.AGENT),
        new AcknowledgeLease(LEASE, AGENT),
        new StartAttempt(LEASE, AGENT),
        new ReportStep(LEASE, AGENT, 0, StepState.RUNNING, StepEnd.NEVER_RAN),
        new ReportStep(
            LEASE, AGENT, 0, StepState.SUCCESS, new StepEnd(0, StepEnd.Ender.PROCESS, "")));
    decide(
        new DrivenRun(store, "grouped"),
        new StartPlanning(),
        new FinishPlanning(SamplePlans.inGroup("main")));
  }

  private void decide(DrivenRun one, EngineCommand... commands) {
    for (EngineCommand command : commands) {
      Change change = one.change(command);
      changes.add(change);
      one.became(change);
    }
  }

  /// The run after the commit.
  Run after() {
    return run.run();
  }

  void commit() {
    SampleCommits.commit(store, changes.toArray(Change[]::new));
  }
}
