package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeenLeasesTest {

  private final SeenLeases seen = new SeenLeases();

  private boolean isNew(String run, int number) {
    return seen.isNew(SessionStory.dispatch("a lease", run, number, null));
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
    for (int run = 0; run <= SeenLeases.MOST; run++) {
      assertThat(isNew("r" + run, 1)).isTrue();
    }
    assertThat(isNew("r1", 1)).isFalse();
    assertThat(isNew("r0", 1)).isTrue();
  }
}
