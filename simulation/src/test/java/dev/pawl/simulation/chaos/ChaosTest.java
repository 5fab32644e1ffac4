package dev.pawl.simulation.chaos;

import dev.pawl.server.store.postgres.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Several orchestrators on one PostgreSQL, all active, under load, killed and stopped for longer
/// than a lease: nothing lost, nothing twice. Of its own by `-Dtest=ChaosTest`; longer by
/// `-Dpawl.chaos.seconds=600`.
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ChaosTest {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void twoOrchestrators() throws Exception {
    try (var server = PostgresServer.in(directory.resolve("data"))) {
      new ChaosScenario(2, server.url(), directory).survive(_ -> {});
    }
  }

  @Test
  void threeOrchestrators() throws Exception {
    try (var server = PostgresServer.in(directory.resolve("data"))) {
      new ChaosScenario(3, server.url(), directory).survive(_ -> {});
    }
  }

  /// The database stops at once and comes back; then the one that it is followed by takes its
  /// place, with all that was acknowledged.
  @Test
  void aDatabaseThatIsRestartedAndFailsOver() throws Exception {
    try (var first = PostgresServer.in(directory.resolve("first"));
        var second = first.standby(directory.resolve("second"))) {
      new ChaosScenario(2, first.urlWith(second), directory)
          .survive(chaos -> {
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
