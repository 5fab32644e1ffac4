package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.Phase;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.store.migration.Migrations;
import dev.pawl.server.store.sql.RunListQuery.Filter;
import dev.pawl.server.store.sqlite.SqliteDatabase;
import dev.pawl.server.store.sqlite.TestSqliteStores;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The cost of a page of a list: some statements, by indexes, that look at a bounded number of
/// runs.
class RunListCostTest {

  private static final int RUNS = 2_000;
  private static final int NAMES = 200;

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("pawl.db");
  }

  /// The latest runs are of `main` and `ci`, the first ones of `old` and `nightly`.
  @BeforeEach
  void insertRuns() throws SQLException {
    TestSqliteStores.open(file()).close();
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          """
          INSERT INTO run (id, org, number, run_attempt, retries, max_retries, is_retried, opened_by, workflow, file,
            event, trigger_key, repository, branch, commit_sha, forge, actor, owner, created_at, state, phase, reason,
            message, since, ended_at, version, journal_seq, journal_hash)
          WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count LIMIT %1$d)
          SELECT printf('%%012x', n), 'default', n, 1, 0, 0, 0, '', iif(n < 1000, 'nightly', 'ci'), 'f', 'push', '',
            'shop', iif(n %% 2, 'main', 'feature/' || (n %% %2$d)), 'c0ffee', '', 'person:alice', '%3$s', '', 'success',
            'success', 'ok', '', '', '', 0, 0, '' FROM count
          """
              .formatted(RUNS, NAMES, DrivenRun.OWNER));
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private List<String> plan(String query) throws SQLException {
    try (Connection connection = connect()) {
      return new TableReader(connection)
          .query("EXPLAIN QUERY PLAN " + query).stream()
              .map(row -> row.substring(row.lastIndexOf('|') + 1))
              .toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "run_in_state, state",
    "run_of_repository, repository",
    "run_of_workflow, workflow",
    "run_of_branch, branch",
    "run_of_event, event",
    "run_of_actor, actor"
  })
  void runsAreLookedAtInTheOrderOfAnIndex(String index, String column) throws SQLException {
    RunScan scan = RunScan.equal(column, "x");
    assertThat(plan(scan.orderedQuery()))
        .noneMatch(line -> line.contains("TEMP B-TREE"))
        .anyMatch(line -> line.contains("USING INDEX " + index + " (org=? AND " + column));
    assertThat(plan(scan.nthQuery()))
        .singleElement()
        .asString()
        .contains("USING COVERING INDEX " + index + " (org=? AND " + column);
  }

  @Test
  void allRunsAreLookedAtInTheOrderOfAnIndex() throws SQLException {
    assertThat(plan(RunScan.ALL.orderedQuery()))
        .noneMatch(line -> line.contains("TEMP B-TREE"))
        .anyMatch(line -> line.contains("USING INDEX run_of_org (org=? AND id<?)"));
  }

  @Test
  void onlyRunsOfANumberOrCommitAreSorted() throws SQLException {
    assertThat(plan(RunScan.numbers(1, 2).sortedQuery()))
        .anyMatch(
            line -> line.contains("sqlite_autoindex_run_2 (org=? AND number>? AND number<?)"));
    assertThat(plan(RunScan.commits("c0ffee").sortedQuery()))
        .anyMatch(line -> line.contains("run_of_commit (org=? AND commit_sha>? AND commit_sha<?)"));
    assertThat(plan(RunScan.numbers(1, 2).countQuery()))
        .anyMatch(line -> line.contains("INDEX sqlite_autoindex_run_2 (org=? AND number>?"));
  }

  private record Measured(RunListQuery.Page page, int statements) {}

  private Measured page(Filter filter, int scanned) {
    var statements = new StatementCounter(_ -> {});
    try (var database = SqliteDatabase.open(file(), statements::wrap, Migrations.SQLITE)) {
      statements.count();
      RunListQuery.Page page =
          new RunListQuery(database.forReaders(), "default", scanned).page(filter, "", 200);
      return new Measured(page, statements.statements());
    }
  }

  private static Filter filter(
      @Nullable Phase phase, @Nullable String workflow, @Nullable String search) {
    return new Filter(null, phase, null, null, workflow, null, null, null, search);
  }

  @Test
  void aPageTakesSomeStatements() {
    Measured any = page(filter(null, null, null), RUNS);
    assertThat(any.page().runs()).hasSize(200);
    assertThat(any.statements()).isLessThan(10);
    Measured both = page(filter(Phase.SUCCESS, "ci", null), RUNS);
    assertThat(both.page().runs()).hasSize(200);
    assertThat(both.statements()).isLessThan(15);
    Measured searched = page(filter(null, null, "feature/1"), RUNS);
    assertThat(searched.page().runs()).hasSize(200);
    assertThat(searched.statements()).isLessThan(60);
  }

  /// No run is both. The first page ends where it has looked at its share.
  @Test
  void aPageWithoutMatchesEndsAtItsBound() {
    Filter none = new Filter(null, null, null, null, "ci", null, "push", null, "old");
    List<String> cursors = new ArrayList<>();
    try (var store = TestSqliteStores.open(file())) {
      var list = new RunListQuery(store.database().forReaders(), "default", 300);
      for (String next = ""; next != null; next = list.page(none, next, 50).next()) {
        cursors.add(next);
        assertThat(list.page(none, next, 50).runs()).isEmpty();
      }
    }
    assertThat(cursors).hasSizeLessThan(RUNS / 300 + 2);
  }

  @Test
  void theFilterOfFewestNextRunsIsReadBy() {
    Filter nightly = new Filter(null, Phase.SUCCESS, "shop", null, "nightly", null, null, null, "");
    assertThat(page(nightly, 300).page().runs()).hasSize(200);
  }
}
