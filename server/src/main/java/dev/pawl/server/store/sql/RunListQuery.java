package dev.pawl.server.store.sql;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlConnection.Statement;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lists the runs of an org, newest first, by any filters, at a bounded cost: it reads by the index
/// of the filter that matches fewest runs, and looks at a bounded number of them a page. So a page
/// may have fewer runs than were asked for, and yet not be the last.
public final class RunListQuery {

  /// What runs must be like. Null filters nothing.
  ///
  /// @param search prefix of a number, a commit, a branch or a workflow
  public record Filter(
      @Nullable RunState state,
      @Nullable Phase phase,
      @Nullable String repository,
      @Nullable Long number,
      @Nullable String workflow,
      @Nullable String branch,
      @Nullable String event,
      @Nullable String actor,
      @Nullable String search) {}

  /// A page of the list.
  ///
  /// @param next the cursor of the next page; null if this is the last one
  public record Page(List<RunRow> runs, @Nullable String next) {
    public Page {
      runs = List.copyOf(runs);
    }
  }

  /// Sorts after every id.
  private static final String NEWEST = "~";

  /// Sorts after every text that continues a prefix.
  private static final String AFTER_ANY = "\uffff";

  /// How far matches of a filter are counted, to compare filters.
  private static final int COUNTED = 1_000;

  /// Most runs that are looked at for one page.
  private static final int SCANNED = 20_000;

  /// Most names that a prefix stands for.
  private static final int NAMES = 20;

  private static final int FEWEST_COMMIT_DIGITS = 4;

  private final Database database;
  private final String org;

  RunListQuery(Database database, String org) {
    this.database = database;
    this.org = org;
  }

  /// A condition on one column, which has an index.
  private record Condition(String column, Object value) {
    String sql() {
      String condition = "%1$s = :%1$s".formatted(column);
      return column.equals("branch") ? condition + " AND branch <> ''" : condition;
    }
  }

  /// The runs before that cursor.
  ///
  /// @param cursor empty for the first page
  public Page page(Filter filter, String cursor, int limit) {
    String before = cursor.isEmpty() ? NEWEST : cursor;
    return database.read(sql -> {
      if (filter.number() != null) {
        return byNumber(sql, filter, filter.number());
      }
      if (filter.search() != null) {
        return bySearch(sql, filter, before, limit);
      }
      List<Condition> conditions = conditions(filter);
      if (filter.state() == null && filter.phase() == null) {
        return byIndex(sql, conditions, filter, before, limit);
      }
      return byStates(sql, conditions, filter, before, limit);
    });
  }

  private static List<Condition> conditions(Filter filter) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    all.put("branch", filter.branch());
    all.put("actor", filter.actor());
    all.put("repository", filter.repository());
    all.put("workflow", filter.workflow());
    all.put("event", filter.event());
    List<Condition> conditions = new ArrayList<>();
    all.forEach((column, value) -> {
      if (value != null) {
        conditions.add(new Condition(column, value));
      }
    });
    return conditions;
  }

  /// The runs of a repository with that number, and of the others: few.
  private Page byNumber(SqlConnection sql, Filter filter, long number) throws SQLException {
    List<RunRow> found =
        sql
            .statement(
                RunQueries.RUN
                    + "WHERE org = :org AND number = :number ORDER BY id DESC LIMIT "
                    + COUNTED)
            .with("org", org)
            .with("number", number)
            .list(RunQueries::run)
            .stream()
            .filter(run -> matches(run, filter))
            .toList();
    return new Page(found, null);
  }

  private Page byStates(
      SqlConnection sql, List<Condition> conditions, Filter filter, String before, int limit)
      throws SQLException {
    List<RunState> states = states(filter);
    long inStates = 0;
    for (RunState state : states) {
      inStates += count(sql, new Condition("state", Machine.wireName(state)));
    }
    @Nullable Condition rarest = rarest(sql, conditions);
    if (rarest != null && count(sql, rarest) < inStates) {
      return byIndex(sql, conditions, filter, before, limit);
    }
    List<Page> pages = new ArrayList<>();
    for (RunState state : states) {
      var index = new Condition("state", Machine.wireName(state));
      pages.add(scan(sql, index, conditions, filter, before, limit));
    }
    return merged(pages, limit);
  }

  private static List<RunState> states(Filter filter) {
    if (filter.state() != null) {
      return List.of(filter.state());
    }
    List<RunState> states = new ArrayList<>();
    for (RunState state : RunState.values()) {
      for (ReasonCode reason : ReasonCode.values()) {
        if (Phase.of(state, reason) == filter.phase()) {
          states.add(state);
          break;
        }
      }
    }
    return states;
  }

  /// Merges pages that are sorted each. After the end of one that is not the last of its list,
  /// others may have runs that would come later.
  private static Page merged(List<Page> pages, int limit) {
    String floor =
        pages.stream()
            .map(Page::next)
            .filter(java.util.Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse("");
    List<RunRow> all =
        pages.stream()
            .flatMap(page -> page.runs().stream())
            .filter(run -> run.id().value().compareTo(floor) >= 0)
            .sorted(Comparator.comparing((RunRow run) -> run.id().value()).reversed())
            .toList();
    if (all.size() > limit) {
      return new Page(all.subList(0, limit), all.get(limit - 1).id().value());
    }
    return new Page(all, floor.isEmpty() ? null : floor);
  }

  private Page byIndex(
      SqlConnection sql, List<Condition> conditions, Filter filter, String before, int limit)
      throws SQLException {
    return scan(sql, rarest(sql, conditions), conditions, filter, before, limit);
  }

  private @Nullable Condition rarest(SqlConnection sql, List<Condition> conditions)
      throws SQLException {
    if (conditions.size() < 2) {
      return conditions.isEmpty() ? null : conditions.getFirst();
    }
    Condition rarest = conditions.getFirst();
    long fewest = Long.MAX_VALUE;
    for (Condition condition : conditions) {
      long matches = count(sql, condition);
      if (matches < fewest) {
        fewest = matches;
        rarest = condition;
      }
    }
    return rarest;
  }

  private long count(SqlConnection sql, Condition condition) throws SQLException {
    Statement statement =
        sql.statement(
            "SELECT count(*) FROM (SELECT 1 FROM run WHERE org = :org AND %s LIMIT %d) AS matches"
                .formatted(condition.sql(), COUNTED));
    return statement
        .with("org", org)
        .with(condition.column(), condition.value())
        .first(row -> row.getLong(1))
        .orElse(0L);
  }

  /// Reads by one index, newest first, and filters by the rest.
  private Page scan(
      SqlConnection sql,
      @Nullable Condition index,
      List<Condition> conditions,
      Filter filter,
      String before,
      int limit)
      throws SQLException {
    List<Condition> rest = conditions.stream().filter(one -> !one.equals(index)).toList();
    boolean isWhole = rest.isEmpty() && (filter.phase() == null) && isState(index, filter);
    String indexed = index == null ? "" : " AND " + index.sql();
    int scanned = isWhole ? limit + 1 : SCANNED;
    Statement ids =
        sql.statement(
            "SELECT id, state, reason, repository, workflow, branch, event, actor FROM run WHERE org = :org AND id < :before%s ORDER BY id DESC LIMIT %d"
                .formatted(indexed, scanned));
    bind(ids, index).with("before", before);
    List<String> matching = new ArrayList<>();
    String[] last = {""};
    int[] seen = {0};
    ids.each(row -> {
      seen[0]++;
      last[0] = row.getString(1);
      if (isWhole || RunQueries.isLike(row, filter)) {
        matching.add(last[0]);
      }
      return matching.size() <= limit;
    });
    boolean hasMore = matching.size() > limit;
    List<String> page = hasMore ? matching.subList(0, limit) : matching;
    List<RunRow> runs = new ArrayList<>();
    for (String id : page) {
      RunQueries.byId(sql, id).ifPresent(runs::add);
    }
    String next = hasMore ? page.getLast() : seen[0] >= scanned ? last[0] : null;
    return new Page(runs, next);
  }

  private static boolean isState(@Nullable Condition index, Filter filter) {
    return filter.state() == null || (index != null && index.column().equals("state"));
  }

  private Statement bind(Statement statement, @Nullable Condition index) throws SQLException {
    statement.with("org", org);
    return index == null ? statement : statement.with(index.column(), index.value());
  }

  /// Runs whose number, commit, branch or workflow begins with a text.
  private Page bySearch(SqlConnection sql, Filter filter, String before, int limit)
      throws SQLException {
    String prefix = String.valueOf(filter.search());
    List<Page> pages = new ArrayList<>();
    for (String column : List.of("branch", "workflow")) {
      for (String name : names(sql, column, prefix)) {
        var index = new Condition(column, name);
        pages.add(scan(sql, index, conditions(filter), filter, before, limit));
      }
    }
    List<RunRow> few = new ArrayList<>(ofCommit(sql, prefix));
    few.addAll(ofNumber(sql, prefix));
    pages.add(
        new Page(
            few.stream()
                .filter(run -> run.id().value().compareTo(before) < 0 && matches(run, filter))
                .toList(),
            null));
    return distinct(merged(pages, limit + few.size()), limit);
  }

  private static Page distinct(Page page, int limit) {
    Set<String> ids = new LinkedHashSet<>();
    List<RunRow> runs = page.runs().stream().filter(run -> ids.add(run.id().value())).toList();
    return runs.size() > limit
        ? new Page(runs.subList(0, limit), runs.get(limit - 1).id().value())
        : new Page(runs, page.next());
  }

  /// Distinct values of a column that begin with a text, found one after the other in its index.
  private List<String> names(SqlConnection sql, String column, String prefix) throws SQLException {
    List<String> names = new ArrayList<>();
    String next = prefix;
    String comparison = ">=";
    while (names.size() < NAMES) {
      var found =
          sql.statement(
                  "SELECT %1$s FROM run WHERE org = :org AND %1$s %2$s :next AND %1$s < :end AND %1$s <> '' ORDER BY %1$s LIMIT 1"
                      .formatted(column, comparison))
              .with("org", org)
              .with("next", next)
              .with("end", prefix + AFTER_ANY)
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

  private List<RunRow> ofCommit(SqlConnection sql, String prefix) throws SQLException {
    if (prefix.length() < FEWEST_COMMIT_DIGITS || !prefix.matches("[0-9a-f]+")) {
      return List.of();
    }
    return sql.statement(
            RunQueries.RUN
                + "WHERE org = :org AND commit_sha >= :begin AND commit_sha < :end AND commit_sha <> '' ORDER BY commit_sha LIMIT "
                + COUNTED)
        .with("org", org)
        .with("begin", prefix)
        .with("end", prefix + AFTER_ANY)
        .list(RunQueries::run);
  }

  /// Numbers that begin with these digits: 42, 420 to 429, 4200 to 4299, and so on.
  private List<RunRow> ofNumber(SqlConnection sql, String prefix) throws SQLException {
    if (!prefix.matches("#?[1-9][0-9]{0,8}")) {
      return List.of();
    }
    long first = Long.parseLong(prefix.replace("#", ""));
    List<RunRow> found = new ArrayList<>();
    for (long width = 1; first * width < 1_000_000_000L; width *= 10) {
      found.addAll(
          sql.statement(
                  RunQueries.RUN
                      + "WHERE org = :org AND number >= :from AND number < :to ORDER BY number DESC LIMIT "
                      + COUNTED / 10)
              .with("org", org)
              .with("from", first * width)
              .with("to", (first + 1) * width)
              .list(RunQueries::run));
    }
    return found;
  }

  private static boolean matches(RunRow run, Filter filter) {
    return isLike(filter.state() == null ? null : Machine.wireName(filter.state()), run.state())
        && (filter.phase() == null || filter.phase() == run.phase())
        && isLike(filter.repository(), run.repository())
        && isLike(filter.workflow(), run.workflow())
        && isLike(filter.branch(), run.branch())
        && isLike(filter.event(), run.event())
        && isLike(filter.actor(), run.startedBy());
  }

  static boolean isLike(@Nullable String wanted, String value) {
    return wanted == null || wanted.equals(value);
  }
}
