package dev.pawl.server.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.MemoryStore;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/// The memory of the cache for conflicts: as long as it is needed, and bounded.
class AggregateCacheTest {

  private static final RunId RUN = new RunId("r1");

  private final AggregateCache cache =
      new AggregateCache(
          0, new CommittedStoreView(new MemoryStore(InstantSource.fixed(Instant.EPOCH))));

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
  void aDiscardedCacheRemembersNoConflict() {
    conflictAbout(RUN);
    cache.clear();
    assertThat(cache.mayExist(RUN)).isFalse();
  }
}
