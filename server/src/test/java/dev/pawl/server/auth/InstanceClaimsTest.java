package dev.pawl.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.protocol.AgentMessage.Instance;
import dev.pawl.server.store.CommitOutcomeUnknown;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.DeadlockDetected;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /// A database whose connection breaks, or which aborts the transaction, as at a failover.
  private record FailingDatabase(RuntimeException failure) implements Database {

    @Override
    public <T> T read(Work<T> work) {
      throw failure;
    }

    @Override
    public <T> T snapshot(Work<T> work) {
      throw failure;
    }

    @Override
    public <T> T transact(Work<T> work) {
      throw failure;
    }

    @Override
    public Database forReaders() {
      return this;
    }

    @Override
    public void write(SqlConnection sql, WriteBatch batch) {
      throw failure;
    }

    @Override
    public void close() {}
  }

  static List<RuntimeException> failures() {
    return List.of(
        new DeadlockDetected(new IllegalStateException("aborted")),
        new CommitOutcomeUnknown("the connection broke"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void whatTheDatabaseAbortsMaySucceedLater(RuntimeException failure) {
    var failing = new InstanceClaims(new FailingDatabase(failure), () -> now, HEARTBEAT);
    assertThatThrownBy(() -> failing.claim("a1", ONE, "10.0.0.1"))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> failing.renew(new TreeMap<>(Map.of("a1", "p1"))))
        .isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> failing.release("a1", "p1")).isInstanceOf(StoreUnavailable.class);
  }
}
