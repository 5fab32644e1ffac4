package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.RunId;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/// The rows of leases, and how alive they are, which no journal tells.
final class LeaseRows {

  /// When a live lease was last heard of.
  record Renewal(LeaseRef lease, Instant at) {}

  private final Sql sql;

  LeaseRows(Sql sql) {
    this.sql = sql;
  }

  void insert(String run, LeaseRef lease, String agent, long agentVersion, Instant at)
      throws SQLException {
    of(
            run,
            lease,
            """
            INSERT INTO lease (run_id, job, attempt, lease, agent, agent_version, state, granted_at, renewed_at, last_seq)
            VALUES (:run, :job, :attempt, :lease, :agent, :agentVersion, 'granted', :at, :at, 0)
            """)
        .with("agent", agent)
        .with("agentVersion", agentVersion)
        .with("at", at)
        .update();
  }

  void moved(String run, LeaseMoved moved, String to, Instant at) throws SQLException {
    boolean ends = LeaseMachine.MACHINE.isTerminal(Machine.ofWireName(LeaseState.class, to));
    of(
            run,
            moved.lease(),
            """
            UPDATE lease SET state = :state, ended_at = :endedAt,
              renewed_at = max(renewed_at, coalesce(:renewedAt, renewed_at))
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
            """)
        .with("state", to)
        .with("endedAt", ends ? at : null)
        .with("renewedAt", moved.event() == LeaseEvent.ACK ? at : null)
        .update();
  }

  void renewed(String run, LeaseRef lease, Instant at) throws SQLException {
    of(
            run,
            lease,
            """
            UPDATE lease SET renewed_at = max(renewed_at, :at)
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
            """)
        .with("at", at)
        .update();
  }

  boolean wasHeardAfter(String run, LeaseRef lease, Instant at) throws SQLException {
    return of(
            run,
            lease,
            """
            SELECT 1 FROM lease
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease AND renewed_at > :at
            """)
        .with("at", at)
        .first(row -> row.getInt(1))
        .isPresent();
  }

  void heard(String run, LeaseRef lease, long seq) throws SQLException {
    of(
            run,
            lease,
            """
            UPDATE lease SET last_seq = max(last_seq, :seq)
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
            """)
        .with("seq", seq)
        .update();
  }

  long lastSeq(String run, LeaseRef lease) throws SQLException {
    return of(
            run,
            lease,
            """
            SELECT last_seq FROM lease
            WHERE run_id = :run AND job = :job AND attempt = :attempt AND lease = :lease
            """)
        .first(row -> row.getLong(1))
        .orElse(0L);
  }

  private Sql.Statement of(String run, LeaseRef lease, String text) throws SQLException {
    return sql.of(text)
        .with("run", run)
        .with("job", lease.attempt().job())
        .with("attempt", lease.attempt().attempt())
        .with("lease", lease.number());
  }

  /// The live leases of a run.
  List<Renewal> renewals(RunId run) throws SQLException {
    return sql.of(
            """
            SELECT job, attempt, lease, renewed_at FROM lease
            WHERE run_id = :run AND state IN ('granted', 'active')
            """)
        .with("run", run.value())
        .list(row ->
            new Renewal(
                new LeaseRef(new AttemptRef(row.getInt(1), row.getInt(2)), row.getInt(3)),
                Instant.parse(row.getString(4))));
  }

  /// The live leases of an agent, in the order in which it took them.
  List<Agent.Holding> of(String agent) throws SQLException {
    return sql.of(
            """
            SELECT run_id, job, attempt, lease FROM lease
            WHERE agent = :agent AND state IN ('granted', 'active') ORDER BY agent_version
            """)
        .with("agent", agent)
        .list(row ->
            new Agent.Holding(
                new RunId(row.getString(1)),
                new LeaseRef(new AttemptRef(row.getInt(2), row.getInt(3)), row.getInt(4))));
  }
}
