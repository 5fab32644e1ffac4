package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.runtime.Store;

/// A store whose promises are tested.
interface UnderContract {

  Store store();

  /// The same store after whoever had it has gone, and another has come.
  Store reopened();

  /// What the journal makes of an aggregate that began so.
  Aggregate replayed(Aggregate beginning);

  default DrivenRun run(String id) {
    return new DrivenRun(store(), id);
  }

  /// A run of one job, queued.
  default DrivenRun queued(String id) {
    return run(id).planned(Plans.sideBySide(1));
  }
}
