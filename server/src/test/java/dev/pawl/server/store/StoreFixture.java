package dev.pawl.server.store;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SamplePlans;

/// The store under test.
interface StoreFixture {

  Store store();

  /// The same store, closed and opened again.
  Store reopened();

  /// Replays the journal of an aggregate from its initial state.
  Aggregate replayed(Aggregate beginning);

  default DrivenRun run(String id) {
    return new DrivenRun(store(), id);
  }

  /// A run with one queued job.
  default DrivenRun queuedRun(String id) {
    return run(id).planned(SamplePlans.sideBySide(1));
  }
}
