package dev.pawl.server.doctor;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.Conflict;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.Intervention;
import dev.pawl.server.runtime.Rerun;
import dev.pawl.server.runtime.Store;

/// What a person can do about a job that failed with no retry left: try it again or do without it,
/// in its own run while that lives, and in another one once it is over. All of it is the engine's
/// decision, and in the journal with the person's name.
public final class Remedy {

  private final Intervention intervention;
  private final Rerun rerun;
  private final Actor by;

  /// @param by whom it is done for
  public Remedy(Store store, Engine engine, Actor by, Ids ids) {
    this.intervention = new Intervention(store, engine, ids::next);
    this.rerun = new Rerun(store, engine, ids);
    this.by = by;
  }

  /// Tries a job again, and what was skipped because of it.
  ///
  /// @throws Conflict if somebody else keeps changing the run
  public Decision retry(Run run, Job job) {
    return intervention.ask(run.id(), new Command.RetryJob(job.index(), by));
  }

  /// Lets a run go on as if a job that has failed were not needed.
  ///
  /// @throws Conflict as [#retry]
  public Decision skip(Run run, Job job) {
    return intervention.ask(run.id(), new Command.SkipJob(job.index(), by));
  }

  /// Makes another run of one that is over.
  ///
  /// @throws Conflict as [#retry]
  public Decision rerun(Run over, Rerun.Wanted wanted) {
    return rerun.of(over, wanted, by);
  }
}
