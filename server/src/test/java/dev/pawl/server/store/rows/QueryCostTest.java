package dev.pawl.server.store.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.store.sql.TableReader;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The cost of what the loop asks the store: as much as it finds, not as much as there is.
class QueryCostTest {

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  /// The last column of all rows.
  private List<String> rows(String query) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file())) {
      return new TableReader(connection)
          .query(query).stream().map(row -> row.substring(row.lastIndexOf('|') + 1)).toList();
    }
  }

  @Test
  void whetherAJobHasSucceededReadsNoWholeTable() throws SQLException {
    TestSqliteStores.open(file()).close();
    List<String> plan = rows("EXPLAIN QUERY PLAN " + RunRows.HAS_SUCCEEDED);
    assertThat(plan)
        .anyMatch(
            line -> line.contains("USING INDEX run_of_commit (repository=? AND commit_sha=?)"))
        .filteredOn(line -> line.startsWith("SCAN "))
        .containsExactly("SCAN latest");
    assertThat(plan).noneMatch(line -> line.contains("TEMP B-TREE"));
  }

  @Test
  void quarantinedRunsThatHaveEndedAreNotRead() throws SQLException {
    TestSqliteStores.open(file()).close();
    assertThat(rows("EXPLAIN QUERY PLAN " + QuarantineRows.LATEST))
        .filteredOn(line -> line.startsWith("SCAN "))
        .containsExactly("SCAN quarantine USING INDEX quarantine_open");
  }
}
