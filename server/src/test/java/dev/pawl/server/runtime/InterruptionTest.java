package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.Plans;
import dev.pawl.server.store.Stores;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptionTest {

  @Test
  void aRunWhoseOwnerIsGoneEndsAndNothingOfItIsLeft(@TempDir Path directory) {
    try (var store = Stores.open(directory.resolve("pawl.db"))) {
      var run = new DrivenRun(store, "r1").planned(Plans.buildThenTest()).running();
      var owner = store.orchestrators().withOpenRuns().getFirst();
      assertThat(store.orchestrators().openRunsOf(owner)).containsExactly(run.id());
      var later = Instant.parse("2026-01-02T00:00:00Z");
      new Interruption(store, () -> later).end(run.id(), "process 7 is gone");
      var ended = store.run(run.id()).orElseThrow();
      assertThat(ended.state()).isEqualTo(RunState.FAILED);
      assertThat(ended.reason().code()).isEqualTo(ReasonCode.INTERRUPTED);
      assertThat(store.orchestrators().withOpenRuns()).isEmpty();
      assertThat(store.reads().firstBrokenEntry(run.id())).isEmpty();
    }
  }
}
