package dev.pawl.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReconnectBackoffTest {

  @Test
  void theDelayGrowsUpToFifteenSeconds() {
    double whole = 1_000;
    for (int failures = 1; failures < 40; failures++) {
      assertThat(ReconnectBackoff.after(failures, "a1"))
          .isBetween(
              Duration.ofMillis((long) (whole / 2) - 1), Duration.ofMillis((long) whole + 1));
      whole = Math.min(15_000, whole * 1.5);
    }
    assertThat(ReconnectBackoff.after(Integer.MAX_VALUE, "a1"))
        .isLessThanOrEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void theDelayDependsOnTheAgentOnly() {
    assertThat(ReconnectBackoff.after(3, "a1")).isEqualTo(ReconnectBackoff.after(3, "a1"));
    assertThat(
            IntStream.range(0, 100)
                .mapToObj(agent -> ReconnectBackoff.after(3, "a" + agent))
                .distinct())
        .hasSizeGreaterThan(95);
  }
}
