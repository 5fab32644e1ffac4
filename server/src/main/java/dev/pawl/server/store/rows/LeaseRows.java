package dev.pawl.server.store.rows;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// Reads leases and their liveness, which is in no journal.
public final class LeaseRows {

  /// The last heartbeat of a live lease.
  public record Renewal(LeaseRef lease, Instant at) {}

  private final SqlConnection sql;

  public LeaseRows(SqlConnection sql) {
    this.sql = sql;
  }

  public boolean wasRenewedAfter(String run, LeaseRef lease, Instant at) throws SQLException {
    return of(
            run,
            lease,
            """
            SELECT 1 FROM attempt
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease AND renewed_at > :at
            """)
        .with("at", at)
        .first(row -> row.getInt(1))
        .isPresent();
  }

  public long lastSeq(String run, LeaseRef lease) throws SQLException {
    return of(
            run,
            lease,
            """
            SELECT last_seq FROM attempt
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
            """)
        .first(row -> row.getLong(1))
        .orElse(0L);
  }

  private SqlConnection.Statement of(String run, LeaseRef lease, String text) throws SQLException {
    return sql.statement(text)
        .with("run", run)
        .with("job", lease.attempt().job())
        .with("attempt", lease.attempt().attempt())
        .with("lease", lease.number());
  }

  /// The last heartbeats of a run's live leases.
  public List<Renewal> renewals(RunId run) throws SQLException {
    return sql.statement(
            """
            SELECT job, attempt, lease, renewed_at FROM attempt
            WHERE run_id = :run AND is_leased = 1
            """)
        .with("run", run.value())
        .list(row ->
            new Renewal(
                new LeaseRef(new AttemptRef(row.getInt(1), row.getInt(2)), row.getInt(3)),
                SqlConnection.instant(row, 4)));
  }

  /// The live leases of an agent, in the order in which it got them.
  List<Agent.HeldLease> of(String agent) throws SQLException {
    return sql.statement(
            """
            SELECT run_id, job, attempt, lease FROM attempt
            WHERE agent = :agent AND is_leased = 1 ORDER BY agent_version
            """)
        .with("agent", agent)
        .list(row ->
            new Agent.HeldLease(
                new RunId(row.getString(1)),
                new LeaseRef(new AttemptRef(row.getInt(2), row.getInt(3)), row.getInt(4))));
  }
}
