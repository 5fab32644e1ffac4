package dev.pawl.server.decision;

import dev.pawl.server.orchestrator.CommitExecutor;
import dev.pawl.server.store.Store;
import org.jspecify.annotations.Nullable;

/// The store, for whoever decides by it: with the commit that is under way, whatever becomes of
/// that. So what is decided meanwhile is decided as if the commit had been waited for; if it fails,
/// what was decided is given up with it. Owned by the loop.
public final class CommittedStoreView {

  private final Store store;
  private CommitExecutor.@Nullable PendingCommit underWay;

  public CommittedStoreView(Store store) {
    this.store = store;
  }

  public void begin(CommitExecutor.PendingCommit commit) {
    underWay = commit;
  }

  public Store store() {
    if (underWay != null) {
      underWay.await();
      underWay = null;
    }
    return store;
  }
}
