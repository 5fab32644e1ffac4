package dev.pawl.server.store.sql;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlConnection.Statement;
import dev.pawl.server.store.sql.RunListQuery.Filter;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads runs by one index and filters them by all filters. The database does the filtering, so
/// that only matches are fetched.
///
/// @param condition that the index serves
/// @param first value of the condition
/// @param last value of the condition, if it is a range; else as the first
/// @param isFew whether all runs that meet the condition may be read and sorted: the index has them
///   in another order
record RunScan(String condition, Object first, Object last, boolean isFew) {

  /// The result of a scan.
  ///
  /// @param end the scan is complete down to this id; null if nothing is left
  record Found(List<String> ids, @Nullable String end) {}

  static final RunScan ALL = new RunScan("", "", "", false);

  /// How far matches are counted, to compare scans.
  private static final int COMPARED = 1_000;

  /// Sorts after every text that continues a prefix: U+10FFFF.
  private static final String AFTER_ANY = "\udbff\udfff";

  private static final String MATCHES =
      """
      (:anyState = 1 OR state = :state)
      AND (:anyPhase = 1 OR phase = :phase)
      AND (:anyRepository = 1 OR repository = :repository)
      AND (:anyNumber = 1 OR number = :number)
      AND (:anyWorkflow = 1 OR workflow = :workflow)
      AND (:anyBranch = 1 OR branch = :branch)
      AND (:anyEvent = 1 OR event = :event)
      AND (:anyActor = 1 OR actor = :actor)
      AND (:anySearch = 1
        OR (branch >= :search AND branch < :searchEnd)
        OR (workflow >= :search AND workflow < :searchEnd)
        OR (:isCommit = 1 AND commit_sha >= :search AND commit_sha < :searchEnd)
        OR (:digitCount > 0 AND substr(CAST(number AS TEXT), 1, :digitCount) = :digits))
      """;

  /// The runs with that value in a column, by the column's index, newest first.
  static RunScan equal(String column, String value) {
    String condition = "AND %s = :first".formatted(column);
    return new RunScan(
        column.equals("branch") ? condition + " AND branch <> ''" : condition, value, value, false);
  }

  static RunScan commits(String prefix) {
    return new RunScan(
        "AND commit_sha >= :first AND commit_sha < :last AND commit_sha <> ''",
        prefix,
        afterAll(prefix),
        true);
  }

  static RunScan numbers(long first, long last) {
    return new RunScan("AND number >= :first AND number <= :last", first, last, true);
  }

  /// The end of all texts that begin with that one.
  static String afterAll(String prefix) {
    return prefix + AFTER_ANY;
  }

  /// The newest runs before a place that match.
  ///
  /// @param limit how many are wanted; one more says that there are more
  /// @param most how many are looked at
  Found find(SqlConnection sql, String org, Filter filter, String before, int limit, int most)
      throws SQLException {
    boolean isExact = isFew && isOnlyFiltered(filter);
    Statement statement =
        sql.statement(isExact ? exactQuery() : isFew ? sortedQuery() : orderedQuery())
            .withoutPlanCache();
    bind(statement, org).with("before", before).with("wanted", limit + 1);
    if (!isExact) {
      bind(statement, filter);
    }
    if (!isFew) {
      statement.with("most", most);
    }
    List<String> ids = statement.list(row -> row.getString(1));
    if (ids.size() > limit) {
      return new Found(ids, ids.getLast());
    }
    return new Found(ids, isFew ? null : nth(sql, org, before, most));
  }

  /// Whether a filter has nothing but what a scan of few runs is for.
  private static boolean isOnlyFiltered(Filter filter) {
    Filter only =
        filter.number() == null
            ? new Filter(null, null, null, null, null, null, null, null, filter.search())
            : new Filter(null, null, null, filter.number(), null, null, null, null, null);
    return filter.equals(only);
  }

  /// Stops as soon as enough were found, because its index is in the order of the ids.
  String orderedQuery() {
    return """
    SELECT id FROM (
      SELECT id, state, phase, repository, number, workflow, branch, event, actor, commit_sha FROM run
      WHERE org = :org AND id < :before %s ORDER BY id DESC LIMIT :most
    ) AS scanned
    WHERE %s LIMIT :wanted
    """
        .formatted(condition, MATCHES);
  }

  /// The limit in the middle keeps the database from reading by the order of the ids instead.
  String sortedQuery() {
    return """
    SELECT id FROM (
      SELECT id, state, phase, repository, number, workflow, branch, event, actor, commit_sha FROM run
      WHERE org = :org %s LIMIT 1000000000
    ) AS few
    WHERE id < :before AND %s ORDER BY id DESC LIMIT :wanted
    """
        .formatted(condition, MATCHES);
  }

  /// Reads the index alone.
  String exactQuery() {
    return """
    SELECT id FROM (SELECT id FROM run WHERE org = :org %s LIMIT 1000000000) AS few
    WHERE id < :before ORDER BY id DESC LIMIT :wanted
    """
        .formatted(condition);
  }

  /// How far the next runs of the index reach back: the less, the more often it has runs. Empty if
  /// there are few.
  String reach(SqlConnection sql, String org, String before) throws SQLException {
    if (isFew) {
      return "";
    }
    @Nullable String place = nth(sql, org, before, COMPARED);
    return place == null ? "" : place;
  }

  /// The id of the n-th run of the index before a place; null if there are fewer.
  private @Nullable String nth(SqlConnection sql, String org, String before, int number)
      throws SQLException {
    return bind(sql.statement(nthQuery()).withoutPlanCache(), org)
        .with("before", before)
        .with("skipped", number - 1)
        .first(row -> row.getString(1))
        .orElse(null);
  }

  String nthQuery() {
    return """
    SELECT id FROM run WHERE org = :org AND id < :before %s ORDER BY id DESC LIMIT 1 OFFSET :skipped
    """
        .formatted(condition);
  }

  /// The number of runs that meet the condition, counted up to a bound.
  int count(SqlConnection sql, String org, int bound) throws SQLException {
    return bind(sql.statement(countQuery()).withoutPlanCache(), org)
        .with("bound", bound)
        .first(row -> row.getInt(1))
        .orElse(0);
  }

  String countQuery() {
    return "SELECT count(*) FROM (SELECT 1 FROM run WHERE org = :org %s LIMIT :bound) AS matches"
        .formatted(condition);
  }

  private Statement bind(Statement statement, String org) throws SQLException {
    statement.with("org", org);
    if (condition.contains(":first")) {
      statement.with("first", first);
    }
    return condition.contains(":last") ? statement.with("last", last) : statement;
  }

  private static void bind(Statement statement, Filter filter) throws SQLException {
    bind(statement, "State", filter.state() == null ? null : Machine.wireName(filter.state()));
    bind(statement, "Phase", filter.phase() == null ? null : Machine.wireName(filter.phase()));
    bind(statement, "Repository", filter.repository());
    bind(statement, "Workflow", filter.workflow());
    bind(statement, "Branch", filter.branch());
    bind(statement, "Event", filter.event());
    bind(statement, "Actor", filter.actor());
    statement
        .with("anyNumber", filter.number() == null ? 1 : 0)
        .with("number", filter.number() == null ? 0L : filter.number());
    String search = RunSearch.text(filter);
    String digits = RunSearch.digits(search);
    bind(statement, "Search", search.isEmpty() ? null : search);
    statement
        .with("searchEnd", afterAll(search))
        .with("isCommit", RunSearch.isCommit(search) ? 1 : 0)
        .with("digits", digits)
        .with("digitCount", digits.length());
  }

  private static void bind(Statement statement, String name, @Nullable String value)
      throws SQLException {
    statement
        .with("any" + name, value == null ? 1 : 0)
        .with(name.toLowerCase(Locale.ROOT), value == null ? "" : value);
  }
}
