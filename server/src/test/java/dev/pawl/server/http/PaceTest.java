package dev.pawl.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Whoever talks too fast is slowed down.
class PaceTest {

  @Test
  void whatIsBeyondABurstTakesItsTime() {
    var pace = new Pace();
    long began = System.nanoTime();
    for (int message = 0; message < 5_000; message++) {
      pace.keep();
    }
    // A thousand more than may come at once, at two thousand a second.
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(450));
  }
}
