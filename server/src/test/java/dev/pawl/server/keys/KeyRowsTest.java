package dev.pawl.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that start with keys that fit a store, or do not.
class KeyRowsTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final KeyRing ONE = KeyRing.of(KeyRingTest.key(1));
  private static final KeyRing OTHER = KeyRing.of(KeyRingTest.key(2));
  private static final KeyRing ROTATED =
      ONE.plus(new KeyRing.Key(NOW.plusSeconds(3_600), KeyRingTest.key(3)));

  @TempDir private Path directory;

  private SqlStore open(String kind) {
    return kind.equals("PostgreSQL")
        ? PostgresStore.open(TestPostgres.newSchema())
        : SqliteStore.open(directory.resolve("pawl.db"), InstantSource.system(), "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SQLite", "PostgreSQL"})
  void aServerNeedsTheKeysOfTheStore(String kind) {
    try (SqlStore store = open(kind)) {
      KeyRows keys = store.keys();
      keys.register(ONE, NOW);
      keys.register(ONE, NOW);
      String id = ONE.keys().getFirst().id();
      assertThatThrownBy(() -> keys.register(OTHER, NOW))
          .isInstanceOf(UnusableKeys.class)
          .hasMessageContaining("the store uses the key '%s'", id)
          .hasMessageContaining("Copy the file `key`");
      assertThat(keys.all()).extracting(KeyRows.StoredKey::id).containsExactly(id);
      assertThat(keys.forget(id)).isTrue();
      assertThat(keys.forget(id)).isFalse();
      keys.register(OTHER, NOW);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"SQLite", "PostgreSQL"})
  void aKeyIsAddedBeforeItIsUsed(String kind) {
    try (SqlStore store = open(kind)) {
      KeyRows keys = store.keys();
      keys.register(ONE, NOW);
      assertThatThrownBy(() -> keys.register(ROTATED, NOW.plusSeconds(7_200)))
          .isInstanceOf(UnusableKeys.class)
          .hasMessageContaining("which is past");
      assertThatThrownBy(() -> keys.register(ROTATED, NOW.plusSeconds(3_540)))
          .as("other servers could not notice in time")
          .hasMessageContaining("less than 2 minutes away");
      keys.register(ROTATED, NOW);
      assertThat(keys.missing(ROTATED)).isEmpty();
      assertThat(keys.missing(ONE)).hasSize(1);
      // Later starts know it, also those after its time.
      keys.register(ROTATED, NOW.plusSeconds(7_200));
      assertThatThrownBy(() -> keys.register(ONE, NOW)).isInstanceOf(UnusableKeys.class);
      var sooner = ONE.plus(new KeyRing.Key(NOW.plusSeconds(60), KeyRingTest.key(3)));
      assertThatThrownBy(() -> keys.register(sooner, NOW)).isInstanceOf(UnusableKeys.class);
    }
  }

  @Test
  void ofServersThatStartAtOnceWithDifferentKeysOneSurvives() {
    try (PostgresStore store = PostgresStore.open(TestPostgres.newSchema())) {
      List<CompletableFuture<Boolean>> starts =
          IntStream.range(0, 8)
              .mapToObj(i ->
                  CompletableFuture.supplyAsync(
                      () -> isRegistered(store, i), Thread::startVirtualThread))
              .toList();
      assertThat(starts.stream().filter(CompletableFuture::join)).hasSize(1);
      assertThat(store.keys().all()).hasSize(1);
    }
  }

  private static boolean isRegistered(SqlStore store, int key) {
    try {
      store.keys().register(KeyRing.of(KeyRingTest.key(key)), NOW);
      return true;
    } catch (UnusableKeys _) {
      return false;
    }
  }
}
