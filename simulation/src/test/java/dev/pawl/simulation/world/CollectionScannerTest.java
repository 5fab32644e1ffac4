package dev.pawl.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorIdentity;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.LeaseIds;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.server.orchestrator.OrchestratorPorts;
import dev.pawl.server.store.MemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Shows that the scanner finds collections without a bound.
class CollectionScannerTest {

  static final class Outer {
    final Inner inner = new Inner();
  }

  static final class Inner {
    final List<String> forgotten = new ArrayList<>(List.of("a", "b"));
    final Map<String, List<String>> deep = new TreeMap<>(Map.of("x", forgotten, "y", forgotten));
    final List<String> fixed = List.of("c");
  }

  @Test
  void aCollectionDeepInsideIsFoundAndCounted() {
    assertThat(CollectionScanner.in(new Outer()))
        .containsExactlyInAnyOrder(
            new CollectionScanner.HeldCollection("Inner.forgotten", 2),
            new CollectionScanner.HeldCollection("Inner.deep", 4));
  }

  @Test
  void anOrchestratorDeclaresEveryCollectionThatItHolds() {
    var orchestrator =
        new Orchestrator(
            new OrchestratorIdentity("o1", "1"),
            new MemoryStore(InstantSource.system()),
            Deadlines.DEFAULT,
            new LeaseIds(new byte[32]),
            OrchestratorPorts.observedBy(_ -> {}));
    assertThat(CollectionScanner.in(orchestrator))
        .extracting(CollectionScanner.HeldCollection::name)
        .filteredOn(name -> !SizeChecks.METRICS.contains(name))
        .contains("Inbox.queue", "BlockedQueue.byGroup", "ForgeReports.queues")
        .containsExactlyInAnyOrderElementsOf(
            orchestrator.sizes().stream()
                .map(BoundedSize::name)
                .filter(name -> !name.equals("DispatchBudget.used")) // a number
                .toList())
        .containsAll(SizeChecks.configured(OrchestratorLimits.DEFAULT).keySet());
  }
}
