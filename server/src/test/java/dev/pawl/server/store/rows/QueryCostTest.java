package dev.pawl.server.store.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.QuarantinedRun;
import dev.pawl.server.store.sql.TableReader;
import dev.pawl.server.store.sqlite.SqliteStore;
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
  void runsThatHaveEndedDoNotStayInQuarantine() throws SQLException {
    try (SqliteStore store = TestSqliteStores.open(file())) {
      var ended = new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(1));
      quarantine(store, ended.id());
      ended.does(new CancelRun(Actor.person("dev"), true, "enough"));
      var open = new DrivenRun(store, "r2").planned(SamplePlans.sideBySide(1));
      quarantine(store, open.id());
    }
    assertThat(rows("SELECT run_id FROM quarantine")).containsExactly("r2");
  }

  private static void quarantine(SqliteStore store, RunId run) {
    store.quarantine(new QuarantinedRun(run, "a bug", SampleCommits.BEGINNING, "o1"));
  }
}
