package dev.pawl.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Shows that a quarantined run appears in the orchestrator's errors, which the chaos tests read.
class QuarantineReportTest {

  private static final String POISON =
      """
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE check_violation USING MESSAGE = 'poison';
      END $$;
      CREATE TRIGGER poison BEFORE INSERT ON journal FOR EACH ROW
      WHEN (NEW.aggregate_id = 'bad') EXECUTE FUNCTION poison()
      """;

  @TempDir private Path directory;

  @Test
  void aQuarantinedRunIsComplainedOf() throws Exception {
    String url = TestPostgres.newSchema();
    PostgresStore.open(url).close();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(POISON);
    }
    try (var fleet = new OrchestratorFleet(1, url, directory);
        var socket = new Socket(InetAddress.getLoopbackAddress(), fleet.anyPort(0))) {
      new LineConnection(socket).send("create bad 1 ONE");
      ConditionAwaiter.is("a complaint", () -> said().contains("quarantined bad"));
    }
    assertThat(said()).contains("poison");
  }

  private String said() {
    try {
      return Files.readString(directory.resolve("o1.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
