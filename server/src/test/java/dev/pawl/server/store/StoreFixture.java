package dev.pawl.server.store;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SamplePlans;

/// A store whose promises are tested.
interface StoreFixture {

  Store store();

  /// The same store after whoever had it has gone, and another has come.
  Store reopened();

  /// What the journal makes of an aggregate that began so.
  Aggregate replayed(Aggregate beginning);

  default DrivenRun run(String id) {
    return new DrivenRun(store(), id);
  }

  /// A run of one job, queued.
  default DrivenRun queuedRun(String id) {
    return run(id).planned(SamplePlans.sideBySide(1));
  }
}
