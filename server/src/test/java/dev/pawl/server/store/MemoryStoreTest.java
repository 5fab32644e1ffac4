package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.codec.SealedFamilies;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The store in memory keeps the contract, so what the simulator shows with it holds for the
/// others.
class MemoryStoreTest extends StoreContract {

  private MemoryStore memory = new MemoryStore(InstantSource.system());

  @Override
  public Store open() {
    return memory;
  }

  @Override
  public Aggregate replayed(Aggregate beginning) {
    Aggregate replayed = beginning;
    for (MemoryStore.Entry entry : memory.journal()) {
      Aggregate after = entry.revision().after();
      List<DomainEvent> events =
          entry.revision().transitions().stream().map(Transition::cause).toList();
      boolean isMeant = after.kind() == beginning.kind() && after.key().equals(beginning.key());
      if (isMeant && !events.isEmpty()) {
        replayed = EventApplier.replay(replayed, events, 1, entry.at());
      }
    }
    return replayed;
  }

  /// Otherwise the walks would test less than they seem to.
  @Test
  void theWalksProduceEveryJournaledEvent() {
    Set<String> met = new TreeSet<>();
    for (long seed = 1; seed <= WALKS; seed++) {
      storeAndJournalAgreeAfterARandomWalk(seed);
      for (MemoryStore.Entry entry : memory.journal()) {
        entry
            .revision()
            .transitions()
            .forEach(line -> met.add(line.cause().getClass().getSimpleName()));
      }
      closeStore();
      memory = new MemoryStore(InstantSource.system());
      openStore();
    }
    Set<String> expected = SealedFamilies.recordsOf(DomainEvent.class);
    expected.removeAll(
        Set.of("LeaseRenewed", "AgentLeaseTaken", "AgentLeaseReleased", "AgentBackoffSet"));
    expected.removeAll( // they have tests of their own
        Set.of(
            "BreakerMoved",
            "ToolConfigured",
            "ProbeChanged",
            "AgentAvailabilityChanged",
            "Rebuilt",
            "RunRestored"));
    assertThat(met).containsAll(expected);
  }
}
