package dev.pawl.simulation.chaos;

import dev.pawl.server.store.postgres.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Runs several active orchestrators on one PostgreSQL under load, and kills and pauses them for
/// longer than a lease: nothing is lost, nothing is done twice. The seed is fixed by default;
/// longer with `-Dpawl.chaos.seconds=600`.
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ChaosTest {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void twoOrchestrators() throws Exception {
    try (var server = PostgresServer.in(directory.resolve("data"))) {
      new ChaosScenario(2, server.url(), directory).run(_ -> {});
    }
  }

  @Test
  void threeOrchestrators() throws Exception {
    try (var server = PostgresServer.in(directory.resolve("data"))) {
      new ChaosScenario(3, server.url(), directory).run(_ -> {});
    }
  }

  /// The database is restarted, and later its standby takes over with everything that was
  /// acknowledged.
  @Test
  void aDatabaseThatIsRestartedAndFailsOver() throws Exception {
    try (var first = PostgresServer.in(directory.resolve("first"));
        var second = first.standby(directory.resolve("second"))) {
      new ChaosScenario(2, first.urlWith(second), directory)
          .run(chaos -> {
            chaos.pass(Duration.ofSeconds(4));
            first.stop();
            chaos.pass(Duration.ofSeconds(1));
            first.start();
            chaos.pass(Duration.ofSeconds(7));
            first.kill();
            second.promote();
          });
    }
  }
}
