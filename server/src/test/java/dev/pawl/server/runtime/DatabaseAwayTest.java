package dev.pawl.server.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.Eventually;
import dev.pawl.server.runtime.Service.State;
import dev.pawl.server.store.Postgres;
import dev.pawl.server.store.PostgresServer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A PostgreSQL that stops at once and is started again: the service says so, promises nothing that
/// is not durable, and goes on by itself.
class DatabaseAwayTest {

  private static final int ROUNDS = 2;
  private static final String REASON =
      "cannot (read|write to) the (database: it|store: the database may or may not have it).*";

  @TempDir private Path directory;

  @Test
  @Timeout(value = 3, unit = TimeUnit.MINUTES)
  void aDatabaseThatGoesAwayIsSaidAndServedAgainWhenItIsBack() throws Exception {
    try (var server = PostgresServer.in(directory.resolve("data"));
        var store = Postgres.open(server.url());
        var asking = new Asking(store);
        var people = new Impatient(asking)) {
      for (int round = 0; round < ROUNDS; round++) {
        int before = asking.promised().size();
        Eventually.is("busy", () -> asking.promised().size() > before + 100);
        server.stop();
        Eventually.is("unavailable", () -> isUnavailable(asking));
        assertThat(asking.wrong()).matches("not available: " + REASON + "; try again in [12] s");
        int during = asking.promised().size();
        server.start();
        Eventually.is("serving", () -> asking.service().state() instanceof State.Serving);
        Eventually.is("asked again", () -> asking.promised().size() > during + 100);
      }
      people.leave();
      assertThat(asking.wrong()).isEmpty();
      assertThat(people.refused()).isNotEmpty().allMatch(why -> why.contains("the database"));
      assertThat(asking.promised()).allMatch(run -> store.run(run).isPresent());
    }
  }

  private static boolean isUnavailable(Asking asking) {
    if (asking.service().state() instanceof State.Unavailable(var why, _)) {
      assertThat(why).matches(REASON);
      return true;
    }
    return false;
  }
}
