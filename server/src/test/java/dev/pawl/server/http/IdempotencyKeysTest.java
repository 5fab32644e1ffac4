package dev.pawl.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.server.http.IdempotencyKeys.Outcome;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Keys of requests whose processes die, and keys that grow old.
class IdempotencyKeysTest {

  private static final IdempotencyKeys.Key KEY = new IdempotencyKeys.Key("t1", "POST /x", "k1");
  private static final byte[] BODY = {1, 2, 3};

  @TempDir private Path directory;
  private SqliteStore store;
  private Instant now = Instant.parse("2026-01-02T03:04:05Z");

  @BeforeEach
  void openStore() {
    store = SqliteStore.open(directory.resolve("pawl.db"), InstantSource.system(), "");
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private IdempotencyKeys of(String process, boolean isOnly) {
    return new IdempotencyKeys(store.idempotencyKeys(), process, isOnly, () -> now, () -> "1");
  }

  @Test
  void aClaimOfAProcessThatIsGoneIsTakenOverAtOnce() {
    assertThat(of("p1", true).claim(KEY, BODY)).isInstanceOf(Outcome.Claimed.class);
    assertThatThrownBy(() -> of("p1", true).claim(KEY, BODY)).hasMessageContaining("not answered");
    assertThat(of("p2", true).claim(KEY, BODY)).isInstanceOf(Outcome.Claimed.class);
    assertThatThrownBy(() -> of("p2", true).claim(KEY, BODY)).hasMessageContaining("not answered");
  }

  @Test
  void amongSeveralServersAClaimIsTakenOverWhenNoRequestLastsSoLong() {
    assertThat(of("p1", false).claim(KEY, BODY)).isInstanceOf(Outcome.Claimed.class);
    assertThatThrownBy(() -> of("p2", false).claim(KEY, BODY)).hasMessageContaining("not answered");
    now = now.plus(Duration.ofMinutes(3));
    assertThat(of("p2", false).claim(KEY, BODY)).isInstanceOf(Outcome.Claimed.class);
  }

  @Test
  void aKeyIsForgottenAfterADay() {
    assertThat(of("p1", true).claim(KEY, BODY)).isInstanceOf(Outcome.Claimed.class);
    assertThatThrownBy(() -> of("p1", true).claim(KEY, new byte[0]))
        .hasMessageContaining("was used for another request");
    now = now.plus(IdempotencyKeys.KEPT).plusSeconds(1);
    assertThat(of("p1", true).claim(KEY, new byte[0])).isInstanceOf(Outcome.Claimed.class);
    assertThat(store.idempotencyKeys().prune(now.plusSeconds(1), 100)).isEqualTo(1);
  }
}
