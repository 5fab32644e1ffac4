package dev.pawl.server.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class LatestHeartbeatsTest {

  private final LatestHeartbeats heartbeats = new LatestHeartbeats(2);

  private static JobHeartbeat beat(String lease, String run, int percent, String message) {
    return new JobHeartbeat(
        lease, run, "build", 1, 1, "running", new Progress(0, percent, message), 0L);
  }

  @Test
  void theLastOfALeaseIsKept() {
    heartbeats.add(beat("l1", "r1", 10, ""));
    heartbeats.add(beat("l1", "r1", 20, ""));
    assertThat(heartbeats.of("r1")).containsExactly(beat("l1", "r1", 20, ""));
    assertThat(heartbeats.of("r2")).isEmpty();
  }

  @Test
  void whatWasHeardOfLeastRecentlyIsForgottenFirst() {
    heartbeats.add(beat("l1", "r1", 10, ""));
    heartbeats.add(beat("l2", "r1", 10, ""));
    heartbeats.add(beat("l1", "r1", 20, ""));
    heartbeats.add(beat("l3", "r1", 10, ""));
    assertThat(heartbeats.of("r1"))
        .containsExactly(beat("l1", "r1", 20, ""), beat("l3", "r1", 10, ""));
  }

  @Test
  void oneThatIsTooLongIsNotKept() {
    heartbeats.add(beat("l".repeat(2_000), "r1", 10, ""));
    assertThat(heartbeats.of("r1")).isEmpty();
  }

  @Test
  void aMessageIsKeptSafeToDisplay() {
    heartbeats.add(beat("l1", "r1", 10, "\u001b[31mred\n" + "x".repeat(2_000)));
    assertThat(Objects.requireNonNull(heartbeats.of("r1").getFirst().progress()).message())
        .startsWith("[31mred x")
        .hasSizeLessThanOrEqualTo(200);
  }
}
