package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Transition;
import dev.pawl.server.runtime.Store;
import java.time.InstantSource;
import java.util.List;

/// The store in memory keeps the contract: what the simulator finds out on it holds for the others.
class MemoryStoreTest extends StoreContract {

  private final MemoryStore memory = new MemoryStore(InstantSource.system());

  @Override
  Store open() {
    return memory;
  }

  @Override
  public Aggregate replayed(Aggregate beginning) {
    Aggregate replayed = beginning;
    for (MemoryStore.Entry entry : memory.journal()) {
      Aggregate after = entry.revision().after();
      List<Event> events = entry.revision().transitions().stream().map(Transition::cause).toList();
      boolean isMeant = after.kind() == beginning.kind() && after.key().equals(beginning.key());
      if (isMeant && !events.isEmpty()) {
        replayed = Apply.replay(replayed, events, entry.at());
      }
    }
    return replayed;
  }
}
