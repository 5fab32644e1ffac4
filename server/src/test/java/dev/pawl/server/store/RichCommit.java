package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.AcknowledgeLease;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.ReportStep;
import dev.pawl.core.engine.Command.StartAttempt;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.core.step.StepEnd;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Store;
import java.util.ArrayList;
import java.util.List;

/// A commit that writes to nearly every table: a run is made, planned, leased and started, and its
/// first step has run; another joins a group. Before it there is a run that was committed in peace.
final class RichCommit {

  static final RunId BEFORE = new RunId("before");
  static final RunId RICH = new RunId("rich");
  static final String GROUP = "#main";

  private static final Actor AGENT = Actor.agent(Commits.AGENT);
  private static final LeaseRef LEASE = new LeaseRef(new AttemptRef(0, 1), 1);

  private final Store store;
  private final List<Change> changes = new ArrayList<>();
  private final DrivenRun run;

  /// What was there before is committed; the rest is decided.
  RichCommit(Store store) {
    this.store = store;
    Commits.register(store, Commits.AGENT, 10, "linux");
    new DrivenRun(store, BEFORE.value()).planned(Plans.buildThenTest()).running().failed();
    this.run = new DrivenRun(store, RICH.value());
    decide(
        run,
        new StartPlanning(),
        new FinishPlanning(Plans.buildThenTest()),
        new GrantLease(LEASE.attempt(), Commits.AGENT),
        new AcknowledgeLease(LEASE, AGENT),
        new StartAttempt(LEASE, AGENT),
        new ReportStep(LEASE, AGENT, 0, StepState.RUNNING, StepEnd.NEVER_RAN),
        new ReportStep(
            LEASE, AGENT, 0, StepState.SUCCESS, new StepEnd(0, StepEnd.Ender.PROCESS, "")));
    decide(
        new DrivenRun(store, "grouped"),
        new StartPlanning(),
        new FinishPlanning(Plans.inGroup("main")));
  }

  private void decide(DrivenRun one, Command... commands) {
    for (Command command : commands) {
      Change change = one.change(command);
      changes.add(change);
      one.became(change);
    }
  }

  /// What the run is then.
  Run after() {
    return run.run();
  }

  void commit() {
    Commits.commit(store, changes.toArray(Change[]::new));
  }
}
