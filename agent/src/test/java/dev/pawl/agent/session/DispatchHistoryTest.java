package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DispatchHistoryTest {

  private final DispatchHistory seen = new DispatchHistory(List.of());

  private boolean isNew(String run, int number) {
    var lease = new SpoolRecord.LeaseSeen(run, "build", 1, number);
    boolean isNew = seen.isNew(lease);
    seen.add(lease);
    return isNew;
  }

  @Test
  void onlyANewerLeaseOfAnAttemptIsNew() {
    assertThat(isNew("r1", 2)).isTrue();
    assertThat(isNew("r1", 2)).isFalse();
    assertThat(isNew("r1", 1)).isFalse();
    assertThat(isNew("r2", 1)).isTrue();
    assertThat(isNew("r1", 3)).isTrue();
  }

  @Test
  void theMemoryIsBoundedAndForgetsTheOldestAttempt() {
    for (int run = 0; run <= DispatchHistory.MAX_ATTEMPTS; run++) {
      assertThat(isNew("r" + run, 1)).isTrue();
    }
    assertThat(isNew("r1", 1)).isFalse();
    assertThat(isNew("r0", 1)).isTrue();
  }
}
