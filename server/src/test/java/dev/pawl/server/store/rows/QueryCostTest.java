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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        .anyMatch(line ->
            line.contains("USING INDEX run_of_commit (org=? AND commit_sha=? AND repository=?)"))
        .filteredOn(line -> line.startsWith("SCAN "))
        .containsExactly("SCAN latest");
    assertThat(plan).noneMatch(line -> line.contains("TEMP B-TREE"));
  }

  /// Lists of runs are newest first: by what they are filtered by, and in the order of the ids.
  @ParameterizedTest
  @CsvSource({
    "run_of_org,        id > ''",
    "run_in_state,      state = 'failed'",
    "run_of_repository, repository = 'shop'",
    "run_of_workflow,   workflow = 'ci'",
    "run_of_branch,     branch = 'main' AND branch <> ''",
    "run_of_event,      event = 'push'",
    "run_of_actor,      actor = 'person:alice'"
  })
  void aListOfRunsIsReadInTheOrderOfItsIndex(String index, String filter) throws SQLException {
    TestSqliteStores.open(file()).close();
    List<String> plan =
        rows(
            """
            EXPLAIN QUERY PLAN
            SELECT * FROM run WHERE org = 'acme' AND %s ORDER BY id DESC LIMIT 50
            """
                .formatted(filter));
    assertThat(plan).singleElement().asString().contains("USING INDEX " + index + " (");
  }

  @ParameterizedTest
  @CsvSource({
    "sqlite_autoindex_run_2, number BETWEEN 420 AND 429",
    "run_of_commit,          commit_sha >= 'c0ff' AND commit_sha < 'c0fg' AND commit_sha <> ''",
    "run_of_branch,          branch >= 'feat' AND branch < 'feau' AND branch <> ''",
    "run_of_workflow,        workflow >= 'ci' AND workflow < 'cj'"
  })
  void aRunIsFoundByThePrefixOfAName(String index, String filter) throws SQLException {
    TestSqliteStores.open(file()).close();
    assertThat(rows("EXPLAIN QUERY PLAN SELECT * FROM run WHERE org = 'acme' AND " + filter))
        .singleElement()
        .asString()
        .contains("USING INDEX " + index + " (");
  }

  @Test
  void changesAreReadFromTheLastOneOn() throws SQLException {
    TestSqliteStores.open(file()).close();
    List<String> plan =
        rows("EXPLAIN QUERY PLAN SELECT * FROM change WHERE number > 5 ORDER BY number LIMIT 100");
    assertThat(plan)
        .contains("SEARCH journal USING INTEGER PRIMARY KEY (rowid>?)")
        .noneMatch(line -> line.contains("TEMP B-TREE") || line.startsWith("SCAN "));
  }

  @Test
  void quarantinedRunsThatHaveEndedAreNotRead() throws SQLException {
    TestSqliteStores.open(file()).close();
    assertThat(rows("EXPLAIN QUERY PLAN " + QuarantineRows.LATEST))
        .filteredOn(line -> line.startsWith("SCAN "))
        .containsExactly("SCAN quarantine USING INDEX quarantine_open");
  }
}
