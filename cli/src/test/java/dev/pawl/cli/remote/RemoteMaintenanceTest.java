package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.InProcessCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl doctor`, `prune` and `backup` on a live server, and on the store of a stopped one.
@Timeout(120)
class RemoteMaintenanceTest {

  @TempDir private Path directory;

  private void damage() throws SQLException {
    String file = "jdbc:sqlite:" + directory.resolve("server/data/pawl.db");
    try (var beside = DriverManager.getConnection(file);
        var sql = beside.createStatement()) {
      sql.executeUpdate("UPDATE run SET message = 'nonsense'");
    }
  }

  private String data() {
    return directory.resolve("server/data").toString();
  }

  @Test
  void aLiveServerIsMaintainedByItsApi() throws IOException, SQLException {
    try (var server = new InProcessServer(directory.resolve("server"))) {
      server.submit("on: push\njobs: {a: {runs-on: nowhere, steps: [{run: a}]}}");
      server.pawl("doctor").exits(0).says("the store is healthy");
      damage();
      server.pawl("doctor").exits(1).says("rows_differ").says("1 problem found");
      server.pawl("doctor", "--repair").exits(0).says("repaired: rebuilt 1 row");
      server.pawl("doctor", "--repair", "--reset", "npm").exits(3);
      server.pawl("prune", "--keep-runs", "0", "--dry-run").exits(0).says("0 runs would be");
      server.pawl("prune", "--keep-runs", "0").exits(0).says("Deleted 0 runs.");
      server.pawl("backup", "copy.db").exits(2);
      Path copy = directory.resolve("copy.db");
      server.pawl("backup", copy.toString()).exits(0).says("journals verified");
      assertThat(Files.size(copy)).isPositive();
      server.pawl("backup", copy.toString()).exits(3);
      InProcessCommand.pawl("doctor", "--data", data()).exits(0).says("the store is healthy");
      InProcessCommand.pawl("doctor", "--repair", "--data", data()).exits(3);
      InProcessCommand.pawl("prune", "--keep-runs", "0", "--data", data()).exits(3);
      server.pawl("doctor", "--data", data()).exits(2);
    }
  }

  @Test
  void theStoreOfAStoppedServerIsMaintainedInPlace() throws IOException, SQLException {
    try (var server = new InProcessServer(directory.resolve("server"))) {
      server.submit("on: push\njobs: {a: {runs-on: nowhere, steps: [{run: a}]}}");
    }
    damage();
    InProcessCommand.pawl("doctor", "--data", data()).exits(1).says("rows_differ");
    InProcessCommand.pawl("doctor", "--repair", "--data", data()).exits(0).says("repaired");
    InProcessCommand.pawl("prune", "--keep-runs", "0", "--data", data()).exits(0);
    Path copy = directory.resolve("copy.db");
    InProcessCommand.pawl("backup", copy.toString(), "--data", data()).exits(0);
    assertThat(copy).exists();
    InProcessCommand.pawl("doctor", "--data", directory.resolve("none").toString()).exits(3);
  }
}
