package dev.pawl.server.store.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.store.sql.TableReader;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server looks for leases of ended runs when it starts: that must not take longer the more runs
/// there are.
class LeftoverLeaseCostTest {

  @Test
  void leasesOfEndedRunsAreFoundByTheLiveLeases(@TempDir Path directory) throws SQLException {
    Path file = directory.resolve("pawl.db");
    TestSqliteStores.open(file).close();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      assertThat(new TableReader(connection).query("EXPLAIN QUERY PLAN " + Audit.LEFTOVER_LEASES))
          .anyMatch(line -> line.endsWith("SCAN attempt USING INDEX attempt_of_agent"))
          .noneMatch(line -> line.endsWith("SCAN attempt"));
    }
  }
}
