package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// A peer that sends too fast is slowed down.
class RateLimiterTest {

  @Test
  void whatIsBeyondABurstTakesItsTime() {
    var pace = new RateLimiter();
    long began = System.nanoTime();
    for (int message = 0; message < 5_000; message++) {
      pace.acquire();
    }
    // A thousand more than may come at once, at two thousand a second.
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(450));
  }
}
