package dev.pawl.server.store.sql;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Queries for those who operate a server: the agents, the queue, the groups and the tools of an
/// org. Each reads a bounded number of rows.
public final class OperationQueries {

  /// An agent, with the process that speaks for it.
  ///
  /// @param standing `ready`, `draining`, …
  /// @param heardAt its last heartbeat; null if no process speaks for it
  /// @param host of that process; empty if there is none
  public record AgentRow(
      String id,
      String name,
      List<String> labels,
      int slots,
      String standing,
      @Nullable Instant heardAt,
      String host) {}

  /// A job that an agent has.
  public record HeldJobRow(
      String run, long number, int job, String jobId, int attempt, String state) {}

  /// An attempt that waits for an agent.
  public record QueuedRow(
      String run,
      long number,
      String workflow,
      int job,
      String jobId,
      int attempt,
      List<String> runsOn,
      int priority,
      Instant queuedAt) {}

  /// A member of a concurrency group.
  ///
  /// @param jobId empty if the run itself is the member
  /// @param supersededBy number of the newer run that replaces it; 0 if none does
  public record MemberRow(
      String run,
      long number,
      String jobId,
      int max,
      boolean isPlaced,
      long supersededBy,
      String state) {}

  /// A tool and its breaker.
  public record BreakerRow(String tool, String state, Instant since, int failures, int successes) {}

  private static final int MOST_HELD = 1_000;

  private final Database database;
  private final String org;

  OperationQueries(Database database, String org) {
    this.database = database;
    this.org = org;
  }

  private static final String AGENT =
      """
      SELECT agent.id, agent.name, agent.labels, agent.slots, agent.standing, agent_instance.heard_at,
             coalesce(agent_instance.host, '') AS host
      FROM agent LEFT JOIN agent_instance ON agent_instance.agent = agent.id
      """;

  /// The agents after that id; at most so many.
  public List<AgentRow> agents(String after, int limit) {
    return database.read(sql ->
        sql.statement(
                AGENT
                    + "WHERE agent.org = :org AND agent.id > :after ORDER BY agent.id LIMIT :limit")
            .with("org", org)
            .with("after", after)
            .with("limit", limit)
            .list(OperationQueries::agent));
  }

  public Optional<AgentRow> agent(String id) {
    return database.read(sql ->
        sql.statement(AGENT + "WHERE agent.org = :org AND agent.id = :id")
            .with("org", org)
            .with("id", id)
            .first(OperationQueries::agent));
  }

  private static AgentRow agent(ResultSet row) throws SQLException {
    return new AgentRow(
        row.getString(1),
        row.getString(2),
        SqlConnection.readOr(List.of(), () -> StoreCodec.texts(row.getString(3))),
        row.getInt(4),
        row.getString(5),
        SqlConnection.instantOrNull(row, 6),
        row.getString(7));
  }

  /// The jobs that an agent has now.
  public List<HeldJobRow> jobsOf(String agent) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT run.id, run.number, job, job_id, attempt, attempt.state
                FROM attempt JOIN run ON run.id = run_id
                WHERE is_leased = 1 AND agent = :agent AND org = :org
                ORDER BY agent_version LIMIT :most
                """)
            .with("agent", agent)
            .with("org", org)
            .with("most", MOST_HELD)
            .list(row ->
                new HeldJobRow(
                    row.getString(1),
                    row.getLong(2),
                    row.getInt(3),
                    row.getString(4),
                    row.getInt(5),
                    row.getString(6))));
  }

  /// The queue of the org, oldest first; at most so many.
  public List<QueuedRow> queue(int offset, int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT run.id, run.number, run.workflow, job, job_id, attempt, runs_on, priority, queued_at
                FROM attempt JOIN run ON run.id = run_id
                WHERE is_queued = 1 AND org = :org
                ORDER BY queued_at, run_id, job, attempt LIMIT :limit OFFSET :offset
                """)
            .with("org", org)
            .with("limit", limit)
            .with("offset", offset)
            .list(row ->
                new QueuedRow(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getInt(4),
                    row.getString(5),
                    row.getInt(6),
                    SqlConnection.readOr(List.of(), () -> StoreCodec.texts(row.getString(7))),
                    row.getInt(8),
                    SqlConnection.instant(row, 9))));
  }

  /// The keys of the groups that have members, after that one; at most so many.
  public List<String> groups(String after, int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT DISTINCT group_key FROM member
                WHERE group_key > :after AND group_key >= :begin AND group_key < :end
                ORDER BY group_key LIMIT :limit
                """)
            .with("after", after)
            .with("begin", org + ":")
            .with("end", org + ";")
            .with("limit", limit)
            .list(row -> row.getString(1)));
  }

  /// The members of a group of this org: those who hold a place, and those who wait, oldest first.
  public List<MemberRow> members(String key, int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT member.run_id, run_number, coalesce(attempt.job_id, '') AS job_id, max, member.state,
                       superseded_by, coalesce(attempt.state, run.state) AS at
                FROM member JOIN run ON run.id = member.run_id
                LEFT JOIN attempt ON attempt.run_id = member.run_id AND attempt.job = member.job
                  AND attempt.is_current = 1
                WHERE group_key = :key AND run.org = :org ORDER BY arrival LIMIT :limit
                """)
            .with("key", key)
            .with("org", org)
            .with("limit", limit)
            .list(row ->
                new MemberRow(
                    row.getString(1),
                    row.getLong(2),
                    row.getString(3),
                    row.getInt(4),
                    row.getString(5).equals("placed"),
                    row.getLong(6),
                    row.getString(7))));
  }

  private static final String BREAKER =
      "SELECT key, state, since, failures, successes FROM breaker ";

  /// The breakers after that tool; at most so many.
  public List<BreakerRow> breakers(String after, int limit) {
    return database.read(sql ->
        sql.statement(BREAKER + "WHERE key > :after AND key < :end ORDER BY key LIMIT :limit")
            .with("after", org + ":" + after)
            .with("end", org + ";")
            .with("limit", limit)
            .list(OperationQueries::breaker));
  }

  /// The breaker of a tool; empty if no step has used the tool.
  public Optional<BreakerRow> breaker(String tool) {
    return database.read(sql ->
        sql.statement(BREAKER + "WHERE key = :key")
            .with("key", Breaker.keyOf(org, tool))
            .first(OperationQueries::breaker));
  }

  private static BreakerRow breaker(ResultSet row) throws SQLException {
    return new BreakerRow(
        Breaker.toolOf(row.getString(1)),
        row.getString(2),
        SqlConnection.readOr(Instant.EPOCH, () -> SqlConnection.instant(row, 3)),
        row.getInt(4),
        row.getInt(5));
  }

  /// Numbers for metrics: open runs by state, and agents by standing.
  public List<StateCount> openRuns() {
    return database.read(sql ->
        sql.statement(
                "SELECT state, count(*) FROM run WHERE ended_at IS NULL GROUP BY state ORDER BY state")
            .list(row -> new StateCount(row.getString(1), row.getLong(2))));
  }

  /// The number of runs in a state.
  public record StateCount(String state, long count) {}
}
