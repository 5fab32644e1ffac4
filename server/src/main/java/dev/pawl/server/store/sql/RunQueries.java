package dev.pawl.server.store.sql;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.journal.JournalRows;
import dev.pawl.server.store.journal.RunLoader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Queries about runs, for people: lists, details and history, read from the tables.
public final class RunQueries {

  /// One run.
  ///
  /// @param quarantined why nothing is decided about it any more; empty if it is not quarantined
  /// @param since when it entered its state
  /// @param retries the automatic reruns so far in its chain of reruns
  /// @param maxRetries the automatic reruns that the workflow allows
  /// @param isRetried whether it has ended, and an automatic rerun follows
  /// @param openedBy the id of the run that began the chain; empty in that run itself
  public record RunRow(
      RunId id,
      long number,
      String workflow,
      String file,
      String event,
      String startedBy,
      Phase phase,
      String state,
      String reason,
      String message,
      Instant createdAt,
      @Nullable Instant endedAt,
      int runAttempt,
      String quarantined,
      String repository,
      String branch,
      String commit,
      Instant since,
      int retries,
      int maxRetries,
      boolean isRetried,
      String openedBy) {}

  /// One attempt of a job.
  ///
  /// @param jobId the job's id, with the label of its matrix cell: `test (3.11, b)`
  /// @param name the job's name for people: `Test b on 3.11`
  /// @param tolerated whether it failed and `continue-on-error` of the job tolerates that
  /// @param until when its wait timer or retry backoff ends
  /// @param agent the name of the agent that has or had it; empty if none had
  /// @param agentId its id
  /// @param leases how many leases it had
  /// @param evidence for the class of its failure
  public record AttemptRow(
      int job,
      int attempt,
      String jobId,
      Phase phase,
      String state,
      String reason,
      String message,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      String name,
      boolean tolerated,
      Instant since,
      @Nullable Instant until,
      @Nullable Instant queuedAt,
      List<String> runsOn,
      String agent,
      String agentId,
      int leases,
      @Nullable Evidence evidence) {}

  /// One step of an attempt.
  ///
  /// @param tolerated whether it failed and `continue-on-error` of the step tolerates that
  /// @param source where a failed step is defined, as `file:line:column`; empty for others
  public record StepRow(
      int job,
      int attempt,
      int step,
      String name,
      String stepType,
      String state,
      @Nullable Integer exitCode,
      String message,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      boolean tolerated,
      String source,
      int tries) {}

  public record TransitionRow(
      long seq,
      Instant at,
      String machine,
      String entity,
      String from,
      String event,
      String to,
      String reason,
      String message,
      String actor) {}

  static final String RUN =
      """
      SELECT id, number, workflow, file, event, actor, state, reason, message, created_at,
        ended_at, run_attempt, repository, branch, commit_sha, since, retries,
        max_retries, is_retried, opened_by,
        coalesce((SELECT quarantine.reason FROM quarantine
                  WHERE run_id = run.id AND run.ended_at IS NULL), '') AS quarantined
      FROM run
      """;

  /// A shorter prefix of an id is not accepted.
  private static final int MIN_PREFIX = 6;

  /// Sorts after every character of an id.
  private static final String AFTER_ANY = "~";

  private static final String NO_ID = "";

  private final Database database;
  private final String org;

  /// @param org whose runs are found
  RunQueries(Database database, String org) {
    this.database = database;
    this.org = org;
  }

  /// The latest runs, newest first.
  public List<RunRow> latest(int limit) {
    return database.read(sql ->
        sql.statement(RUN + "WHERE org = :org ORDER BY number DESC, run_attempt DESC LIMIT :limit")
            .with("org", org)
            .with("limit", limit)
            .list(RunQueries::run));
  }

  /// The latest attempt of the run with that number, the attempt of it that is named as in `3.1`,
  /// or the run whose id has that prefix. The id of a retry begins with that of the run before, so
  /// the whole id is preferred.
  public Optional<RunRow> find(String reference) {
    int dot = reference.indexOf('.');
    long attempt = dot < 0 ? 0 : number(reference.substring(dot + 1));
    return database.read(sql ->
        sql.statement(
                RUN
                    + """
                    WHERE (org = :org AND number = :number AND (run_attempt = :attempt OR :attempt = 0))
                       OR (id >= :begin AND id < :end AND org = :org)
                    ORDER BY CASE id WHEN :begin THEN 0 ELSE 1 END, number DESC, run_attempt DESC
                    LIMIT 1
                    """)
            .with("org", org)
            .with("number", number(dot < 0 ? reference : reference.substring(0, dot)))
            .with("attempt", attempt)
            .with("begin", reference.length() < MIN_PREFIX ? NO_ID : reference)
            .with("end", reference.length() < MIN_PREFIX ? NO_ID : reference + AFTER_ANY)
            .first(RunQueries::run));
  }

  /// The row that is left of a pruned run.
  ///
  /// @param journalHash hash of the last entry of its journal, by which a copy can be verified
  public record PrunedRunRow(
      RunId id,
      long number,
      String state,
      Instant endedAt,
      long journalSeq,
      String journalHash,
      Instant prunedAt) {}

  /// The pruned run with that number, or whose id has that prefix.
  public Optional<PrunedRunRow> findPruned(String reference) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT aggregate_id, number, state, ended_at, journal_seq, journal_hash, pruned_at
                FROM pruned
                WHERE aggregate = 'run'
                  AND (number = :number OR (aggregate_id >= :begin AND aggregate_id < :end))
                ORDER BY number DESC, ended_at DESC LIMIT 1
                """)
            .with("number", number(reference))
            .with("begin", reference.length() < MIN_PREFIX ? NO_ID : reference)
            .with("end", reference.length() < MIN_PREFIX ? NO_ID : reference + AFTER_ANY)
            .first(row ->
                new PrunedRunRow(
                    new RunId(row.getString(1)),
                    row.getLong(2),
                    row.getString(3),
                    SqlConnection.instant(row, 4),
                    row.getLong(5),
                    row.getString(6),
                    SqlConnection.instant(row, 7))));
  }

  /// The run with that id, on a connection.
  static Optional<RunRow> byId(SqlConnection sql, String id) throws SQLException {
    return sql.statement(RUN + "WHERE id = :id").with("id", id).first(RunQueries::run);
  }

  /// The run of this org with that id.
  public Optional<RunRow> byId(String id) {
    return database.read(sql ->
        sql.statement(RUN + "WHERE id = :id AND org = :org")
            .with("id", id)
            .with("org", org)
            .first(RunQueries::run));
  }

  /// Lists of runs, by filters.
  public RunListQuery list() {
    return new RunListQuery(database, org);
  }

  private static long number(String reference) {
    return reference.matches("[0-9]{1,18}") ? Long.parseLong(reference) : -1;
  }

  public List<AttemptRow> attempts(RunId run) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT job, attempt, job_id, state, reason, message, started_at, ended_at, attempt.name,
                  tolerated, since, until, queued_at, runs_on, coalesce(agent.name, agent), agent, lease, evidence
                FROM attempt LEFT JOIN agent ON agent.id = attempt.agent
                WHERE run_id = :run ORDER BY job, attempt
                """)
            .with("run", run.value())
            .list(RunQueries::attempt));
  }

  private static AttemptRow attempt(ResultSet row) throws SQLException {
    AttemptState state = Machine.ofWireName(AttemptState.class, row.getString(4));
    return new AttemptRow(
        row.getInt(1),
        row.getInt(2),
        row.getString(3),
        Phase.of(state, Machine.ofWireName(ReasonCode.class, row.getString(5))),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        timeOrNull(row, 7),
        timeOrNull(row, 8),
        row.getString(9),
        row.getInt(10) == 1,
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, 11)),
        timeOrNull(row, 12),
        timeOrNull(row, 13),
        SqlConnection.readOr(List.of(), () -> StoreCodec.texts(row.getString(14))),
        row.getString(15),
        row.getString(16),
        row.getInt(17),
        SqlConnection.<@Nullable Evidence>readOr(null, () -> evidence(row.getString(18))));
  }

  private static @Nullable Evidence evidence(@Nullable String json) {
    return json == null ? null : StoreCodec.decode(Evidence.class, json);
  }

  public List<StepRow> steps(RunId run) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT job, attempt, step, step.name, step_type, step.state, exit_code, step.message,
                  step.started_at, step.ended_at, step.source, tries,
                  CASE WHEN step.state = 'failed' AND step_type = 'step'
                    AND (step.tolerated = 1 OR attempt.state = 'success') THEN 1 ELSE 0 END
                FROM step JOIN attempt USING (run_id, job, attempt)
                WHERE run_id = :run ORDER BY job, attempt, step
                """)
            .with("run", run.value())
            .list(RunQueries::step));
  }

  private static StepRow step(ResultSet row) throws SQLException {
    return new StepRow(
        row.getInt(1),
        row.getInt(2),
        row.getInt(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        exitCode(row),
        row.getString(8),
        timeOrNull(row, 9),
        timeOrNull(row, 10),
        row.getInt(13) == 1,
        row.getString(11),
        row.getInt(12));
  }

  /// The journal of a run, one row a transition.
  public List<TransitionRow> transitions(RunId run) {
    return transitions(run, 0);
  }

  /// The first transitions of a run after that one; at most so many.
  public List<TransitionRow> page(RunId run, long after, int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT seq, at, machine, entity, "from", event, "to", reason, message, actor
                FROM transition WHERE aggregate = 'run' AND aggregate_id = :run AND seq > :after
                  AND entry >= coalesce((SELECT max(seq) FROM journal
                                         WHERE aggregate = 'run' AND aggregate_id = :run AND seq <= :after), 0)
                ORDER BY seq LIMIT :limit
                """)
            .with("run", run.value())
            .with("after", after)
            .with("limit", limit)
            .list(RunQueries::transition));
  }

  /// The transitions of a run after that sequence number, which is the last one of an entry.
  public List<TransitionRow> transitions(RunId run, long after) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT seq, at, machine, entity, "from", event, "to", reason, message, actor
                FROM transition WHERE aggregate = 'run' AND aggregate_id = :run AND entry > :after ORDER BY seq
                """)
            .with("run", run.value())
            .with("after", after)
            .list(RunQueries::transition));
  }

  private static TransitionRow transition(ResultSet row) throws SQLException {
    return new TransitionRow(
        row.getLong(1),
        SqlConnection.instant(row, 2),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getString(8),
        row.getString(9),
        row.getString(10));
  }

  /// The problem of the run's journal, if it is corrupt: then the run is quarantined.
  public Optional<String> journalProblem(RunId run) {
    return database.read(sql -> {
      try {
        new RunLoader(sql).load(run);
        return Optional.empty();
      } catch (CorruptJournal e) {
        return Optional.of(String.valueOf(e.getMessage()));
      }
    });
  }

  /// The sequence number of the first entry that breaks the hash chain, if one does.
  public Optional<Long> firstBrokenEntry(RunId run) {
    return database.read(
        sql -> new JournalRows(sql).firstBroken(new AggregateKey(Aggregate.Kind.RUN, run.value())));
  }

  /// A time for people; empty as well if it cannot be read.
  private static @Nullable Instant timeOrNull(ResultSet row, int column) throws SQLException {
    return SqlConnection.<@Nullable Instant>readOr(
        null, () -> SqlConnection.instantOrNull(row, column));
  }

  private static @Nullable Integer exitCode(ResultSet row) throws SQLException {
    int code = row.getInt("exit_code");
    return row.wasNull() ? null : (Integer) code;
  }

  private static Phase phase(ResultSet row) throws SQLException {
    return Phase.of(
        SqlConnection.readOr(
            RunState.RUNNING, () -> Machine.ofWireName(RunState.class, row.getString("state"))),
        SqlConnection.readOr(
            ReasonCode.PROGRESS,
            () -> Machine.ofWireName(ReasonCode.class, row.getString("reason"))));
  }

  static RunRow run(ResultSet row) throws SQLException {
    return new RunRow(
        new RunId(row.getString("id")),
        row.getLong("number"),
        row.getString("workflow"),
        row.getString("file"),
        row.getString("event"),
        row.getString("actor"),
        phase(row),
        row.getString("state"),
        row.getString("reason"),
        row.getString("message"),
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, "created_at")),
        SqlConnection.<@Nullable Instant>readOr(
            null, () -> SqlConnection.instantOrNull(row, "ended_at")),
        SqlConnection.readOr(1, () -> row.getInt("run_attempt")),
        row.getString("quarantined"),
        row.getString("repository"),
        row.getString("branch"),
        row.getString("commit_sha"),
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, "since")),
        SqlConnection.readOr(0, () -> row.getInt("retries")),
        SqlConnection.readOr(0, () -> row.getInt("max_retries")),
        SqlConnection.readOr(false, () -> row.getInt("is_retried") == 1),
        row.getString("opened_by"));
  }
}
