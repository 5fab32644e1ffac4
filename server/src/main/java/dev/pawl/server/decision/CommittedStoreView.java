package dev.pawl.server.decision;

import dev.pawl.server.store.Store;
import org.jspecify.annotations.Nullable;

/// The store as it is after the commit in flight. A decision that reads it waits for that commit,
/// so it is made as if the commit had been waited for; if the commit fails, the decision is
/// discarded with it. Owned by the loop.
public final class CommittedStoreView {

  private final Store store;
  private @Nullable Runnable await;

  public CommittedStoreView(Store store) {
    this.store = store;
  }

  /// Notes that a commit is in flight.
  ///
  /// @param awaitEnd waits for the end of the commit that is now in flight
  public void begin(Runnable awaitEnd) {
    await = awaitEnd;
  }

  /// The store, when the commit in flight has ended.
  public Store store() {
    if (await != null) {
      await.run();
      await = null;
    }
    return store;
  }

  /// The store at once, for reads that decide nothing, and for commits.
  public Store withoutWaiting() {
    return store;
  }
}
