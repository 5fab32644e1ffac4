package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Ready;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The rows of attempts.
final class AttemptRows {

  private final Sql sql;

  AttemptRows(Sql sql) {
    this.sql = sql;
  }

  void insert(String run, AttemptRef ref, Reason reason, Optional<Instant> until, Instant at)
      throws SQLException {
    sql.of(
            """
            INSERT INTO attempt (run_id, job, attempt, state, reason, message, since, until)
            VALUES (:run, :job, :attempt, 'pending', :reason, :message, :at, :until)
            """)
        .with("run", run)
        .with("job", ref.job())
        .with("attempt", ref.attempt())
        .with("reason", Machine.wireName(reason.code()))
        .with("message", reason.message())
        .with("at", at)
        .with("until", until.orElse(null))
        .update();
  }

  /// A row of the attempt's table, taken.
  ///
  /// @param until when what it waits for is over, if it waits for a time
  record Move(
      AttemptRef attempt, AttemptEvent event, String to, Optional<Instant> until, Reason reason) {}

  void moved(String run, Move move, Instant at) throws SQLException {
    boolean starts = move.event() == AttemptEvent.START;
    boolean ends =
        AttemptMachine.MACHINE.isTerminal(Machine.ofWireName(AttemptState.class, move.to()));
    sql.of(
            """
            UPDATE attempt SET state = :state, reason = :reason, message = :message, since = :at, until = :until,
                               started_at = coalesce(started_at, :startedAt), ended_at = :endedAt
            WHERE run_id = :run AND job = :job AND attempt = :attempt
            """)
        .with("run", run)
        .with("job", move.attempt().job())
        .with("attempt", move.attempt().attempt())
        .with("state", move.to())
        .with("reason", Machine.wireName(move.reason().code()))
        .with("message", move.reason().message())
        .with("at", at)
        .with("until", move.until().orElse(null))
        .with("startedAt", starts ? at : null)
        .with("endedAt", ends ? at : null)
        .update();
  }

  /// @param owner whose runs; empty for everybody's
  List<Ready> ready(Age after, int most, String owner) throws SQLException {
    return sql.of(
            """
            SELECT attempt.run_id, attempt.job, attempt.attempt, run.repository, job.priority, job.runs_on,
                   attempt.since
            FROM attempt
            JOIN job ON job.run_id = attempt.run_id AND job.job = attempt.job
            JOIN run ON run.id = attempt.run_id
            WHERE attempt.state = 'queued'
              AND (attempt.since, attempt.run_id, attempt.job, attempt.attempt) > (:since, :run, :job, :attempt)
              AND (:owner = '' OR run.owner = :owner)
            ORDER BY attempt.since, attempt.run_id, attempt.job, attempt.attempt LIMIT :most
            """)
        .with("since", after.since())
        .with("run", after.run().value())
        .with("job", after.attempt().job())
        .with("attempt", after.attempt().attempt())
        .with("owner", owner)
        .with("most", most)
        .list(AttemptRows::ready);
  }

  private static Ready ready(ResultSet row) throws SQLException {
    return new Ready(
        new RunId(row.getString(1)),
        new AttemptRef(row.getInt(2), row.getInt(3)),
        row.getString(4),
        row.getInt(5),
        Fields.list(Fields.read(row.getString(6)), JsonNode::asString),
        Instant.parse(row.getString(7)));
  }
}
