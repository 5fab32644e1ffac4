package dev.pawl.server.store.jdbc;

import dev.pawl.core.identity.Aggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A table that commits write to: its columns, and how each merges a new value with the old one.
///
/// A commit merges all changes of a row and writes the row once: see [TableWrites]. The [Dialect]
/// has the SQL.
public final class SqlTable {

  /// The type of a column.
  public enum Type {
    TEXT,
    NUMBER,
    TIME
  }

  /// The way in which an update merges a new value with the old one.
  public enum UpdateRule {
    /// Part of the primary key.
    KEY,
    /// Written by the insert only.
    FIXED,
    /// The new value, even if it is null.
    LAST,
    /// The new value, unless it is null.
    GIVEN,
    /// The old value, unless it is null.
    FIRST,
    GREATEST,
    SUM,
    /// The new value, even if it is null, if the update has a new state.
    OF_STATE,
    /// The greatest value under the lease that the update names. An update that names an earlier
    /// lease, or none, changes nothing.
    OF_LEASE
  }

  public record Column(String name, Type type, UpdateRule rule) {}

  /// The column that [UpdateRule#OF_STATE] looks at.
  static final String STATE = "state";

  /// The column that [UpdateRule#OF_LEASE] looks at.
  static final String LEASE = "lease";

  public static final SqlTable RUN =
      new SqlTable("run")
          .text(UpdateRule.KEY, "id")
          .text(UpdateRule.FIXED, "org")
          .number(UpdateRule.FIXED, "number", "run_attempt", "retries")
          .number(UpdateRule.LAST, "max_retries", "is_retried")
          .text(UpdateRule.FIXED, "opened_by", "workflow", "file", "event", "trigger_key")
          .text(UpdateRule.FIXED, "repository", "branch")
          .text(UpdateRule.LAST, "commit_sha")
          .text(UpdateRule.FIXED, "forge", "actor", "owner")
          .time(UpdateRule.FIXED, "created_at")
          .text(UpdateRule.LAST, "state", "phase", "reason", "message")
          .time(UpdateRule.LAST, "since", "ended_at", "due_at")
          .headed();
  public static final SqlTable ATTEMPT =
      new SqlTable("attempt")
          .text(UpdateRule.KEY, "run_id")
          .number(UpdateRule.KEY, "job", "attempt")
          .number(UpdateRule.GIVEN, "is_current")
          .text(UpdateRule.GIVEN, "job_id", "name", "runs_on", "definition")
          .number(UpdateRule.GIVEN, "priority", "has_group")
          .text(UpdateRule.GIVEN, STATE, "reason", "message", "evidence")
          .number(UpdateRule.GIVEN, "tolerated")
          .time(UpdateRule.GIVEN, "since")
          .time(UpdateRule.OF_STATE, "until")
          .number(UpdateRule.GIVEN, "is_queued")
          .time(UpdateRule.GIVEN, "queued_at")
          .time(UpdateRule.FIRST, "started_at")
          .time(UpdateRule.GIVEN, "ended_at")
          .number(UpdateRule.GREATEST, LEASE)
          .number(UpdateRule.GIVEN, "is_leased")
          .text(UpdateRule.GIVEN, "lease_state", "agent")
          .number(UpdateRule.GIVEN, "agent_version")
          .time(UpdateRule.GIVEN, "granted_at")
          .time(UpdateRule.OF_LEASE, "renewed_at")
          .number(UpdateRule.OF_LEASE, "last_seq");
  public static final SqlTable STEP =
      new SqlTable("step")
          .text(UpdateRule.KEY, "run_id")
          .number(UpdateRule.KEY, "job", "attempt", "step")
          .text(UpdateRule.GIVEN, "name")
          .text(UpdateRule.FIXED, "step_type")
          .text(UpdateRule.LAST, "state")
          .number(UpdateRule.SUM, "tries")
          .number(UpdateRule.LAST, "exit_code")
          .text(UpdateRule.LAST, "ended_by", "message", "source")
          .number(UpdateRule.LAST, "tolerated")
          .time(UpdateRule.FIRST, "started_at")
          .time(UpdateRule.LAST, "ended_at");
  static final SqlTable GROUP =
      new SqlTable("concurrency_group")
          .text(UpdateRule.KEY, "key")
          .number(UpdateRule.LAST, "arrivals")
          .headed();
  public static final SqlTable MEMBER =
      new SqlTable("member")
          .text(UpdateRule.KEY, "group_key", "run_id")
          .number(UpdateRule.KEY, "job")
          .number(UpdateRule.FIXED, "attempt")
          .text(UpdateRule.FIXED, "repository")
          .number(UpdateRule.FIXED, "run_number", "arrival", "max")
          .text(UpdateRule.GIVEN, "state")
          .number(UpdateRule.GIVEN, "superseded_by");
  static final SqlTable BREAKER =
      new SqlTable("breaker")
          .text(UpdateRule.KEY, "key")
          .text(UpdateRule.LAST, "state")
          .time(UpdateRule.LAST, "since")
          .number(UpdateRule.LAST, "failures", "successes")
          .text(UpdateRule.LAST, "probe", "profile")
          .headed();
  public static final SqlTable AGENT =
      new SqlTable("agent")
          .text(UpdateRule.KEY, "id")
          .text(UpdateRule.LAST, "org", "name", "labels")
          .number(UpdateRule.LAST, "slots")
          .text(UpdateRule.LAST, "standing")
          .time(UpdateRule.LAST, "ask_again_at")
          .headed();
  public static final SqlTable JOURNAL =
      new SqlTable("journal")
          .text(UpdateRule.KEY, "aggregate", "aggregate_id")
          .number(UpdateRule.KEY, "seq")
          .number(UpdateRule.FIXED, "last_seq", "decisions", "version")
          .text(UpdateRule.FIXED, "commit_id", "at", "hash", "transitions");
  public static final SqlTable EFFECT =
      new SqlTable("effect")
          .text(UpdateRule.FIXED, "aggregate", "aggregate_id", "target", "kind", "body")
          .time(UpdateRule.FIXED, "at");

  /// All tables, in the order in which commits write them: parents before children, and the same
  /// order in every commit, so that two commits lock rows in the same order.
  static final List<SqlTable> ALL =
      List.of(RUN, GROUP, BREAKER, AGENT, ATTEMPT, STEP, MEMBER, JOURNAL, EFFECT);

  private static final int MOST_UPDATES = 100;

  private final String name;
  private final List<Column> columns = new ArrayList<>();
  private final List<Column> keys = new ArrayList<>();
  private final List<Column> moving = new ArrayList<>();
  private int state = -1;
  private int lease = -1;

  /// What [#columnsOfUpdate] has returned so far, by any thread. It only grows, up to its limit.
  private final Set<Long> updates = ConcurrentHashMap.newKeySet();

  private boolean hasHead;

  private SqlTable(String name) {
    this.name = name;
  }

  private SqlTable text(UpdateRule rule, String... names) {
    return add(Type.TEXT, rule, names);
  }

  private SqlTable number(UpdateRule rule, String... names) {
    return add(Type.NUMBER, rule, names);
  }

  private SqlTable time(UpdateRule rule, String... names) {
    return add(Type.TIME, rule, names);
  }

  private SqlTable add(Type type, UpdateRule rule, String... names) {
    for (String column : names) {
      var added = new Column(column, type, rule);
      state = column.equals(STATE) ? columns.size() : state;
      lease = column.equals(LEASE) ? columns.size() : lease;
      columns.add(added);
      switch (rule) {
        case KEY -> keys.add(added);
        case FIXED -> {}
        case LAST, GIVEN, FIRST, GREATEST, SUM, OF_STATE, OF_LEASE -> moving.add(added);
      }
    }
    return this;
  }

  /// Adds the columns of an aggregate's own row: its version, which every update checks, and the
  /// end of its journal.
  private SqlTable headed() {
    hasHead = true;
    return number(UpdateRule.LAST, "version", "journal_seq").text(UpdateRule.LAST, "journal_hash");
  }

  /// The table with the aggregates of a kind.
  public static SqlTable of(Aggregate.Kind kind) {
    return switch (kind) {
      case RUN -> RUN;
      case GROUP -> GROUP;
      case BREAKER -> BREAKER;
      case AGENT -> AGENT;
    };
  }

  public List<Column> columns() {
    return columns;
  }

  /// The position of a column, from 0.
  public int indexOf(String column) {
    for (int index = 0; index < columns.size(); index++) {
      if (columns.get(index).name().equals(column)) {
        return index;
      }
    }
    throw new IllegalArgumentException("table '%s' has no column '%s'".formatted(name, column));
  }

  public List<Column> keys() {
    return keys;
  }

  /// The columns that an update may change.
  public List<Column> mutableColumns() {
    return moving;
  }

  /// The keys and the columns that an update with these values changes, as a bit for each position.
  /// There are some dozens of such sets, by the kinds of changes. If there are more, it is the set
  /// of all columns: each set has a prepared statement.
  public long columnsOfUpdate(@Nullable Object[] values) {
    long changed = 0;
    boolean isEmpty = true;
    for (int index = 0; index < columns.size(); index++) {
      if (isInUpdate(columns.get(index).rule(), values, index)) {
        changed |= 1L << index;
        isEmpty &= columns.get(index).rule() == UpdateRule.KEY;
      }
    }
    if (isEmpty || (!updates.contains(changed) && updates.size() >= MOST_UPDATES)) {
      return columnsOfAnyUpdate();
    }
    updates.add(changed);
    return changed;
  }

  private boolean isInUpdate(UpdateRule rule, @Nullable Object[] values, int index) {
    return switch (rule) {
      case FIXED -> false;
      case KEY, LAST, SUM -> true;
      case GIVEN, FIRST, GREATEST -> values[index] != null;
      case OF_STATE -> values[state] != null;
      case OF_LEASE -> values[lease] != null;
    };
  }

  private long columnsOfAnyUpdate() {
    long all = 0;
    for (int index = 0; index < columns.size(); index++) {
      all |= columns.get(index).rule() == UpdateRule.FIXED ? 0 : 1L << index;
    }
    return all;
  }

  /// Whether an update checks the version that it was decided by.
  public boolean isVersioned() {
    return hasHead;
  }

  /// How an update compares the stored version with the one that it was decided by. The row of a
  /// run may be behind its journal, whose keys reject a second entry after the same version.
  String versionComparison() {
    return this == RUN ? "<=" : "=";
  }

  @Override
  public String toString() {
    return name;
  }
}
