package dev.pawl.server.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The requests that a token may make, in virtual time.
class RequestRateLimitTest {

  private final RequestRateLimit limit = new RequestRateLimit(2, 5);
  private long now = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos(); // nanoTime may overflow

  private Optional<Duration> ask(String token) {
    return limit.acquire(token, now);
  }

  private long allowed(String token, int requests) {
    return IntStream.range(0, requests).filter(_ -> ask(token).isEmpty()).count();
  }

  private void passes(Duration time) {
    now += time.toNanos();
  }

  @Test
  void aBurstIsAllowedAndThenTheRate() {
    assertThat(allowed("a", 10)).isEqualTo(5);
    passes(Duration.ofMillis(499));
    assertThat(ask("a")).isPresent();
    passes(Duration.ofMillis(1));
    assertThat(ask("a")).isEmpty();
    assertThat(ask("a")).isPresent();
    passes(Duration.ofSeconds(2));
    assertThat(allowed("a", 10)).isEqualTo(4);
  }

  @Test
  void anIdleTokenSavesNoMoreThanABurst() {
    ask("a");
    passes(Duration.ofDays(1));
    assertThat(allowed("a", 10)).isEqualTo(5);
  }

  @Test
  void tokensDoNotShareABucket() {
    assertThat(allowed("a", 10)).isEqualTo(5);
    assertThat(allowed("b", 10)).isEqualTo(5);
  }

  @Test
  void theAnswerSaysWhenToTryAgain() {
    var slow = new RequestRateLimit(1, 1);
    assertThat(slow.acquire("a", 0)).isEmpty();
    assertThat(slow.acquire("a", 0)).contains(Duration.ofSeconds(1));
    long wait = Duration.ofSeconds(1).toNanos();
    assertThat(slow.acquire("a", wait)).isEmpty();
  }

  @Test
  void rejectedRequestsDoNotDelayTheNext() {
    assertThat(allowed("a", 1_000)).isEqualTo(5);
    passes(Duration.ofMillis(500));
    assertThat(ask("a")).isEmpty();
  }

  @Test
  void aClockThatSeemsToGoBackwardsGivesNothing() {
    assertThat(allowed("a", 10)).isEqualTo(5);
    passes(Duration.ofHours(-1));
    assertThat(ask("a")).isPresent();
    passes(Duration.ofHours(1));
    assertThat(ask("a")).isPresent();
  }

  @Test
  void theTokensUsedLongestAgoAreForgotten() {
    var small = new RequestRateLimit(1, 1, 2);
    small.acquire("a", 0);
    small.acquire("b", 0);
    small.acquire("a", 0);
    small.acquire("c", 0);
    assertThat(small.size()).isEqualTo(2);
    assertThat(small.acquire("a", 0)).isPresent();
    assertThat(small.acquire("b", 0)).isEmpty();
  }

  @Test
  void limitsAreAtLeastOne() {
    assertThatThrownBy(() -> new RequestRateLimit(0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
