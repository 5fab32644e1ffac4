package dev.pawl.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Claims of agents by their processes: how long they last, and who may take them over.
class InstanceClaimsTest {

  private static final Duration HEARTBEAT = Duration.ofSeconds(20);
  private static final Instance ONE = new Instance("i1", "p1", false, "here");
  private static final Instance OTHER = new Instance("i2", "p2", false, "there");

  @TempDir private Path directory;
  private SqliteStore store;
  private Instant now = Instant.parse("2026-01-01T00:00:00.5Z");
  private InstanceClaims claims;

  @BeforeEach
  void aStore() {
    InstantSource clock = () -> now;
    store = SqliteStore.open(directory.resolve("pawl.db"), clock, "");
    claims = store.claims(HEARTBEAT);
  }

  @AfterEach
  void closed() {
    store.close();
  }

  private boolean isClaimed(Instance by) {
    return claims.claim("a1", by, "10.0.0.1").isEmpty();
  }

  private void passes(Duration time) {
    now = now.plus(time);
  }

  @Test
  void aClaimLastsForTwoHeartbeatsAfterTheLastSignOfLife() {
    assertThat(isClaimed(ONE)).isTrue();
    passes(HEARTBEAT.multipliedBy(2));
    claims.renew(new TreeMap<>(Map.of("a1", "p1")));
    passes(HEARTBEAT.multipliedBy(2));
    assertThat(claims.claim("a1", OTHER, "10.0.0.2").map(InstanceClaims.Holder::text))
        .contains("in use by host 'here' (10.0.0.1) since 2026-01-01T00:00:00Z");
    passes(Duration.ofMillis(1));
    assertThat(isClaimed(OTHER)).isTrue();
    assertThat(isClaimed(ONE.registered())).isFalse();
  }

  @Test
  void onlyTheHolderRenewsAndReleases() {
    assertThat(isClaimed(ONE)).isTrue();
    passes(HEARTBEAT);
    claims.renew(new TreeMap<>(Map.of("a1", "p2")));
    claims.release("a1", "p2");
    passes(HEARTBEAT);
    assertThat(isClaimed(OTHER)).isFalse();
    claims.release("a1", "p1");
    assertThat(isClaimed(OTHER)).isTrue();
  }

  @Test
  void agentsDoNotDisturbEachOther() {
    assertThat(isClaimed(ONE)).isTrue();
    assertThat(claims.claim("a2", OTHER, "10.0.0.2")).isEmpty();
  }
}
