package dev.pawl.simulation.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.runtime.Bounded;
import dev.pawl.server.runtime.Identity;
import dev.pawl.server.runtime.LeaseIds;
import dev.pawl.server.runtime.Orchestrator;
import dev.pawl.server.runtime.Outside;
import dev.pawl.server.store.MemoryStore;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The search for what nobody bounds would notice.
class HoldingsTest {

  static final class Outer {
    final Inner inner = new Inner();
  }

  static final class Inner {
    final List<String> forgotten = new ArrayList<>(List.of("a", "b"));
    final Map<String, List<String>> deep = new TreeMap<>(Map.of("x", forgotten, "y", forgotten));
    final List<String> fixed = List.of("c");
  }

  @Test
  void whatIsHeldDeepInsideIsFoundAndCounted() {
    assertThat(Holdings.in(new Outer()))
        .containsExactlyInAnyOrder(
            new Holdings.Found("Inner.forgotten", 2), new Holdings.Found("Inner.deep", 4));
  }

  @Test
  void anOrchestratorSaysHowMuchItHoldsOfEverythingThatItHolds() {
    var orchestrator =
        new Orchestrator(
            new Identity("o1", "1"),
            new MemoryStore(InstantSource.system()),
            Deadlines.DEFAULT,
            new LeaseIds(new byte[32]),
            Outside.seenBy(_ -> {}));
    assertThat(Holdings.in(orchestrator))
        .extracting(Holdings.Found::name)
        .contains("Inbox.queue", "Parking.byGroup", "Reports.lines")
        .containsExactlyInAnyOrderElementsOf(
            orchestrator.sizes().stream().map(Bounded::name).toList());
  }
}
