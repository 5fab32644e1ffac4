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

/// The actions of an operator on a failed job with no retry left: retry or skip it while its run is
/// open, rerun it when the run has ended. The engine decides them, and the journal records who
/// asked.
public final class OperatorActions {

  private final DirectCommand intervention;
  private final RerunCreation rerun;
  private final Actor by;

  /// @param by the operator
  public OperatorActions(Store store, Engine engine, Actor by, IdGenerator ids) {
    this.intervention = new DirectCommand(store, engine, ids::next);
    this.rerun = new RerunCreation(store, engine, ids);
    this.by = by;
  }

  /// Retries a job, and the jobs that were skipped because of it.
  ///
  /// @throws CommitConflict if others keep changing the run
  public Decision retry(Run run, Job job) {
    return intervention.decide(run.id(), new EngineCommand.RetryJob(job.index(), by));
  }

  /// Lets a run continue as if the failed job were not needed.
  ///
  /// @throws CommitConflict as [#retry]
  public Decision skip(Run run, Job job) {
    return intervention.decide(run.id(), new EngineCommand.SkipJob(job.index(), by));
  }

  /// Creates a new run from one that has ended.
  ///
  /// @throws CommitConflict as [#retry]
  public Decision rerun(Run over, RerunCreation.Selection wanted) {
    return rerun.create(over, wanted, by);
  }
}
