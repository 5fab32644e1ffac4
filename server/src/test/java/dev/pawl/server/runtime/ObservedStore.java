package dev.pawl.server.runtime;

import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.util.List;
import java.util.Optional;

/// A store that notes what it is asked, and fails on demand: before anything is written, as a full
/// disk does.
final class ObservedStore implements Store {

  private final Store store;
  private final List<String> order;
  private boolean isFull;

  ObservedStore(Store store, List<String> order) {
    this.store = store;
    this.order = order;
  }

  void fillUp() {
    isFull = true;
  }

  void makeRoom() {
    isFull = false;
  }

  @Override
  public void commit(List<Change> changes, List<DeliveredEffects> delivered) {
    if (isFull) {
      throw new StoreFailure("the disk is full");
    }
    store.commit(changes, delivered);
    order.add("commit");
  }

  @Override
  public Optional<Run> run(RunId id) {
    order.add("load " + id);
    return store.run(id);
  }

  @Override
  public void forgetEffects(RunId run) {
    store.forgetEffects(run);
  }

  @Override
  public long nextRunNumber() {
    return store.nextRunNumber();
  }

  @Override
  public void close() {
    store.close();
  }
}
