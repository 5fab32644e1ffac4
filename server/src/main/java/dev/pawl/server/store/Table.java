package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import java.util.ArrayList;
import java.util.List;

/// A table that commits write to: its columns, and what each makes of a value that comes later.
///
/// A commit collects what becomes of each row and writes it once, however often it moved: see
/// [RowWrites]. How it is written is the [Dialect]'s.
final class Table {

  /// What a column holds.
  enum Type {
    TEXT,
    NUMBER,
    TIME
  }

  /// What a column makes of a later value.
  enum Rule {
    /// Names the row.
    KEY,
    /// Stays as the row was made.
    FIXED,
    /// The last one, also if it is nothing.
    LAST,
    /// The last one that is something.
    GIVEN,
    /// The first one that is something.
    FIRST,
    GREATEST,
    SUM
  }

  record Column(String name, Type type, Rule rule) {}

  static final Table RUN =
      new Table("run")
          .text(Rule.KEY, "id")
          .number(Rule.FIXED, "number", "run_attempt", "retries")
          .text(Rule.FIXED, "opened_by", "workflow", "file", "event", "trigger_key")
          .text(Rule.FIXED, "repository", "commit_sha", "started_by", "owner")
          .time(Rule.FIXED, "created_at")
          .text(Rule.LAST, "state", "reason", "message")
          .time(Rule.LAST, "since", "ended_at")
          .headed();
  static final Table JOB =
      new Table("job")
          .text(Rule.KEY, "run_id")
          .number(Rule.KEY, "job")
          .text(Rule.GIVEN, "job_id", "name", "runs_on")
          .number(Rule.GIVEN, "priority", "attempt");
  static final Table ATTEMPT =
      new Table("attempt")
          .text(Rule.KEY, "run_id")
          .number(Rule.KEY, "job", "attempt")
          .text(Rule.LAST, "state", "reason", "message")
          .time(Rule.LAST, "since", "until")
          .time(Rule.FIRST, "started_at")
          .time(Rule.LAST, "ended_at");
  static final Table LEASE =
      new Table("lease")
          .text(Rule.KEY, "run_id")
          .number(Rule.KEY, "job", "attempt", "lease")
          .text(Rule.FIXED, "agent")
          .number(Rule.FIXED, "agent_version")
          .text(Rule.GIVEN, "state")
          .time(Rule.FIXED, "granted_at")
          .time(Rule.GREATEST, "renewed_at")
          .number(Rule.GREATEST, "last_seq")
          .time(Rule.GIVEN, "ended_at");
  static final Table STEP =
      new Table("step")
          .text(Rule.KEY, "run_id")
          .number(Rule.KEY, "job", "attempt", "step")
          .text(Rule.GIVEN, "name")
          .text(Rule.FIXED, "step_type")
          .text(Rule.LAST, "state")
          .number(Rule.SUM, "tries")
          .number(Rule.LAST, "exit_code")
          .text(Rule.LAST, "ended_by", "message")
          .time(Rule.FIRST, "started_at")
          .time(Rule.LAST, "ended_at");
  static final Table GROUP =
      new Table("concurrency_group").text(Rule.KEY, "key").number(Rule.LAST, "arrivals").headed();
  static final Table MEMBER =
      new Table("member")
          .text(Rule.KEY, "group_key", "run_id")
          .number(Rule.KEY, "job")
          .number(Rule.FIXED, "attempt", "run_number", "arrival", "max")
          .text(Rule.GIVEN, "state")
          .number(Rule.GIVEN, "superseded_by");
  static final Table BREAKER =
      new Table("breaker")
          .text(Rule.KEY, "tool")
          .text(Rule.LAST, "state")
          .time(Rule.LAST, "since")
          .number(Rule.LAST, "failures", "successes")
          .text(Rule.LAST, "probe", "profile")
          .headed();
  static final Table AGENT =
      new Table("agent")
          .text(Rule.KEY, "id")
          .text(Rule.LAST, "name", "labels")
          .number(Rule.LAST, "slots")
          .text(Rule.LAST, "standing")
          .time(Rule.LAST, "ask_again_at")
          .headed();
  static final Table READY =
      new Table("ready")
          .text(Rule.KEY, "run_id")
          .number(Rule.KEY, "job", "attempt")
          .time(Rule.FIXED, "since")
          .text(Rule.FIXED, "repository", "owner")
          .number(Rule.FIXED, "priority")
          .text(Rule.FIXED, "runs_on");
  static final Table DUE =
      new Table("due").text(Rule.KEY, "run_id").time(Rule.LAST, "at").text(Rule.FIXED, "owner");
  static final Table JOURNAL =
      new Table("journal")
          .text(Rule.KEY, "aggregate", "aggregate_id")
          .number(Rule.KEY, "seq")
          .number(Rule.FIXED, "decisions")
          .text(Rule.FIXED, "commit_id", "at", "transitions", "hash");
  static final Table EFFECT =
      new Table("effect")
          .text(Rule.FIXED, "aggregate", "aggregate_id", "kind", "body")
          .time(Rule.FIXED, "at");

  /// In this order they are written: what others refer to comes before them, and whatever two
  /// commits may both lock, they lock in the same order.
  static final List<Table> ALL =
      List.of(
          RUN, GROUP, BREAKER, AGENT, JOB, ATTEMPT, LEASE, STEP, MEMBER, READY, DUE, JOURNAL,
          EFFECT);

  private final String name;
  private final List<Column> columns = new ArrayList<>();
  private final List<Column> keys = new ArrayList<>();
  private final List<Column> moving = new ArrayList<>();
  private boolean hasHead;

  private Table(String name) {
    this.name = name;
  }

  private Table text(Rule rule, String... names) {
    return add(Type.TEXT, rule, names);
  }

  private Table number(Rule rule, String... names) {
    return add(Type.NUMBER, rule, names);
  }

  private Table time(Rule rule, String... names) {
    return add(Type.TIME, rule, names);
  }

  private Table add(Type type, Rule rule, String... names) {
    for (String column : names) {
      var added = new Column(column, type, rule);
      columns.add(added);
      switch (rule) {
        case KEY -> keys.add(added);
        case FIXED -> {}
        case LAST, GIVEN, FIRST, GREATEST, SUM -> moving.add(added);
      }
    }
    return this;
  }

  /// The rows of an aggregate: with its version, which guards every update, and the end of its
  /// journal.
  private Table headed() {
    hasHead = true;
    return number(Rule.LAST, "version", "journal_seq").text(Rule.LAST, "journal_hash");
  }

  /// Where the aggregates of a kind are.
  static Table of(Aggregate.Kind kind) {
    return switch (kind) {
      case RUN -> RUN;
      case GROUP -> GROUP;
      case BREAKER -> BREAKER;
      case AGENT -> AGENT;
    };
  }

  List<Column> columns() {
    return columns;
  }

  List<Column> keys() {
    return keys;
  }

  /// Those that an update may change.
  List<Column> moving() {
    return moving;
  }

  /// Whether an update says which version it was decided by.
  boolean hasHead() {
    return hasHead;
  }

  @Override
  public String toString() {
    return name;
  }
}
