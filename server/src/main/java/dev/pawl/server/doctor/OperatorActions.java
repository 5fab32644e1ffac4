package dev.pawl.server.doctor;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.decision.DirectCommand;
import dev.pawl.server.decision.RerunCreation;
import dev.pawl.server.store.Store;

/// What a person can do about a job that failed with no retry left: try it again or do without it,
/// in its own run while that lives, and in another one once it is over. All of it is the engine's
/// decision, and in the journal with the person's name.
public final class OperatorActions {

  private final DirectCommand intervention;
  private final RerunCreation rerun;
  private final Actor by;

  /// @param by whom it is done for
  public OperatorActions(Store store, Engine engine, Actor by, IdGenerator ids) {
    this.intervention = new DirectCommand(store, engine, ids::next);
    this.rerun = new RerunCreation(store, engine, ids);
    this.by = by;
  }

  /// Tries a job again, and what was skipped because of it.
  ///
  /// @throws Conflict if somebody else keeps changing the run
  public Decision retry(Run run, Job job) {
    return intervention.decide(run.id(), new EngineCommand.RetryJob(job.index(), by));
  }

  /// Lets a run go on as if a job that has failed were not needed.
  ///
  /// @throws Conflict as [#retry]
  public Decision skip(Run run, Job job) {
    return intervention.decide(run.id(), new EngineCommand.SkipJob(job.index(), by));
  }

  /// Makes another run of one that is over.
  ///
  /// @throws Conflict as [#retry]
  public Decision rerun(Run over, RerunCreation.Selection wanted) {
    return rerun.create(over, wanted, by);
  }
}
