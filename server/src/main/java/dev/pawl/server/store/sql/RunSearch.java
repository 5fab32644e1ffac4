package dev.pawl.server.store.sql;

import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.sql.RunListQuery.Filter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The scans that find runs by a number, or by the prefix of a number, a commit, a branch or a
/// workflow.
///
/// @param few how many runs may be read and sorted
record RunSearch(SqlConnection sql, String org, int few) {

  /// Most names that a prefix stands for; if it has more, runs are filtered by it instead.
  private static final int NAMES = 20;

  private static final int FEWEST_COMMIT_DIGITS = 4;

  /// The prefix to search; empty for none.
  static String text(Filter filter) {
    return filter.search() == null ? "" : filter.search();
  }

  static boolean isCommit(String search) {
    return search.length() >= FEWEST_COMMIT_DIGITS && search.matches("[0-9a-f]+");
  }

  /// The digits that a number must begin with; empty if it is no number.
  static String digits(String search) {
    return search.matches("#?[1-9][0-9]{0,17}") ? search.replace("#", "") : "";
  }

  /// The scan that finds a run by its number: unless there are thousands of repositories there are
  /// few of a number.
  Optional<List<RunScan>> few(Filter filter) throws SQLException {
    if (filter.number() == null) {
      return Optional.empty();
    }
    List<RunScan> scans = List.of(RunScan.numbers(filter.number(), filter.number()));
    return areFew(scans) ? Optional.of(scans) : Optional.empty();
  }

  /// The scans that find runs by a prefix; empty if it stands for too many numbers, commits or
  /// names.
  Optional<List<RunScan>> byNames(Filter filter) throws SQLException {
    String search = text(filter);
    if (search.isEmpty()) {
      return Optional.empty();
    }
    List<RunScan> scans = new ArrayList<>(numbers(digits(search)));
    if (isCommit(search)) {
      scans.add(RunScan.commits(search));
    }
    if (!areFew(scans)) {
      return Optional.empty();
    }
    for (String column : List.of("branch", "workflow")) {
      List<String> names = names(column, search);
      if (names.size() > NAMES) {
        return Optional.empty();
      }
      names.forEach(name -> scans.add(RunScan.equal(column, name)));
    }
    return Optional.of(scans);
  }

  private boolean areFew(List<RunScan> scans) throws SQLException {
    int left = few;
    for (RunScan scan : scans) {
      left -= scan.count(sql, org, left + 1);
      if (left < 0) {
        return false;
      }
    }
    return true;
  }

  /// Numbers that begin with these digits: 42, 420 to 429, 4200 to 4299, and so on.
  private List<RunScan> numbers(String digits) throws SQLException {
    List<RunScan> ranges = new ArrayList<>();
    if (!digits.isEmpty()) {
      long greatest =
          sql.statement("SELECT coalesce(max(number), 0) FROM run WHERE org = :org")
              .with("org", org)
              .first(row -> row.getLong(1))
              .orElse(0L);
      long first = Long.parseLong(digits);
      for (long width = 1; first <= greatest / width; width *= 10) {
        ranges.add(RunScan.numbers(first * width, (first + 1) * width - 1));
      }
    }
    return ranges;
  }

  /// Distinct values of a column that begin with a text, found one after the other in its index.
  private List<String> names(String column, String prefix) throws SQLException {
    List<String> names = new ArrayList<>();
    String next = prefix;
    String comparison = ">=";
    while (names.size() <= NAMES) {
      var found =
          sql.statement(
                  "SELECT %1$s FROM run WHERE org = :org AND %1$s %2$s :next AND %1$s < :end AND %1$s <> '' ORDER BY %1$s LIMIT 1"
                      .formatted(column, comparison))
              .with("org", org)
              .with("next", next)
              .with("end", RunScan.afterAll(prefix))
              .first(row -> row.getString(1));
      if (found.isEmpty()) {
        break;
      }
      next = found.get();
      comparison = ">";
      names.add(next);
    }
    return names;
  }
}
