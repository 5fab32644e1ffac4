package dev.pawl.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.breaker.ToolProfiles;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// The cache remembers conflicts as long as they matter, and few of the runs that are over.
class AggregateCacheTest {

  private static final RunId RUN = new RunId("r1");

  private final AggregateCache cache =
      new AggregateCache(
          0,
          new CommittedStoreView(new MemoryStore(InstantSource.fixed(Instant.EPOCH))),
          ToolProfiles.NONE);

  private void conflictAbout(RunId run) {
    cache.markStale(new AggregateKey(Kind.RUN, run.value()));
  }

  @Test
  void aRunInAConflictMayExist() {
    conflictAbout(RUN);
    assertThat(cache.mayExist(RUN)).isTrue();
    cache.settle();
    assertThat(cache.mayExist(RUN)).isFalse();
  }

  @Test
  void conflictsWithoutACommitAreRememberedWithinALimit() {
    for (int run = 0; run < 5_000; run++) {
      conflictAbout(new RunId("r" + run));
    }
    assertThat(cache.sizes()).allMatch(BoundedSize::isWithinLimit);
    assertThat(cache.mayExist(new RunId("r4999"))).isTrue();
  }

  @Test
  void ofRunsThatAreOverOnlyTheLastAreKept() {
    var store = new MemoryStore(InstantSource.fixed(Instant.EPOCH));
    var all = new AggregateCache(100_000, new CommittedStoreView(store), ToolProfiles.NONE);
    for (int number = 1; number <= 200; number++) {
      Run open = open(number);
      all.put(open);
      all.put(ended(number, store));
    }
    assertThat(all.has(new RunId("open-1"))).isTrue();
    assertThat(all.has(new RunId("ended-1"))).isFalse();
    assertThat(all.has(new RunId("ended-200"))).isTrue();
    assertThat(all.sizes()).allMatch(BoundedSize::isWithinLimit);
  }

  private static Run open(int number) {
    return created("open-" + number, number);
  }

  private static Run ended(int number, MemoryStore store) {
    Run run = created("ended-" + number, number);
    Decision decision =
        new Engine(Deadlines.DEFAULT)
            .decide(run, new EngineCommand.Interrupt("its owner died"), store, Instant.EPOCH);
    Run ended = ((Decision.Accepted) decision).run();
    assertThat(ended.isOver()).isTrue();
    return ended;
  }

  private static Run created(String id, int number) {
    var origin =
        new Origin(
            Origin.DEFAULT_ORG,
            number,
            "ci",
            "ci.yml",
            "push",
            Actor.ORCHESTRATOR,
            "",
            Instant.EPOCH,
            Origin.Source.NONE,
            Origin.Lineage.FIRST);
    return Run.created(new RunId(id), origin);
  }

  @Test
  void aDiscardedCacheRemembersNoConflict() {
    conflictAbout(RUN);
    cache.clear();
    assertThat(cache.mayExist(RUN)).isFalse();
  }
}
