package dev.pawl.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RepositoryKey;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.dispatch.FairShare.Claim;
import dev.pawl.server.store.QueuedAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FairShareTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static Claim claim(String run, int priority, Duration waited, int inUse) {
    var attempt = new AttemptRef(0, 1);
    var ready =
        new QueuedAttempt(
            new RunId(run),
            attempt,
            new RepositoryKey("acme", run),
            priority,
            List.of("linux"),
            NOW.minus(waited),
            false);
    return Claim.at(NOW, ready, inUse);
  }

  private static List<String> order(Claim... claims) {
    return Stream.of(claims).sorted().map(claim -> claim.ready().run().value()).toList();
  }

  @Test
  void theHigherPriorityGoesFirstHoweverMuchIsInUse() {
    assertThat(
            order(
                claim("modest", 0, Duration.ofSeconds(599), 0),
                claim("urgent", 1, Duration.ZERO, 99)))
        .containsExactly("urgent", "modest");
  }

  @Test
  void nobodyStarvesBehindAHigherPriorityThatKeepsComing() {
    assertThat(
            order(
                claim("urgent", 3, Duration.ofMinutes(1), 0),
                claim("patient", 0, Duration.ofMinutes(40), 9)))
        .containsExactly("patient", "urgent");
  }

  @Test
  void whoHasLessInUseGoesBeforeWhoCameFirst() {
    assertThat(
            order(
                claim("busy", 0, Duration.ofSeconds(50), 3),
                claim("idle", 0, Duration.ofSeconds(1), 2)))
        .containsExactly("idle", "busy");
  }

  @Test
  void everyMinuteOutweighsALease() {
    assertThat(
            order(
                claim("idle", 0, Duration.ZERO, 0),
                claim("busy", 0, Duration.ofSeconds(239), 4),
                claim("busier", 0, Duration.ofMinutes(6), 5)))
        .containsExactly("busier", "idle", "busy");
  }

  @Test
  void amongEqualsTheOldestGoesFirst() {
    assertThat(
            order(
                claim("b", 0, Duration.ofSeconds(1), 1),
                claim("a", 0, Duration.ofSeconds(1), 1),
                claim("c", 0, Duration.ofSeconds(2), 1)))
        .containsExactly("c", "a", "b");
  }
}
