package dev.pawl.server.runtime;

import org.jspecify.annotations.Nullable;

/// The store, for whoever decides by it: with the commit that is under way, whatever becomes of
/// that. So what is decided meanwhile is decided as if the commit had been waited for; if it fails,
/// what was decided is given up with it. Owned by the loop.
final class Settled {

  private final Store store;
  private Carrier.@Nullable Carried underWay;

  Settled(Store store) {
    this.store = store;
  }

  void begin(Carrier.Carried commit) {
    underWay = commit;
  }

  Store store() {
    if (underWay != null) {
      underWay.await();
      underWay = null;
    }
    return store;
  }
}
