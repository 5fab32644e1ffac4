package dev.pawl.server.store;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Origin.Lineage;
import dev.pawl.core.run.Origin.Source;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.Due;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rows of runs.
final class RunRows {

  private final Sql sql;

  RunRows(Sql sql) {
    this.sql = sql;
  }

  /// A run as its trigger made it; what became of it since is for [#update].
  void insert(Run run, String triggerKey) throws SQLException {
    Origin origin = run.origin();
    sql.of(
            """
            INSERT INTO run (id, number, run_attempt, retries, opened_by, workflow, file, event, trigger_key,
                             repository, commit_sha, started_by, owner, created_at,
                             state, reason, message, since, version, journal_seq, journal_hash)
            VALUES (:id, :number, :attempt, :retries, :opened, :workflow, :file, :event, :triggerKey,
                    :repository, :commit, :startedBy, :owner, :at,
                    'created', 'progress', '', :at, 0, 0, '')
            """)
        .with("id", run.id().value())
        .with("number", origin.number())
        .with("attempt", origin.lineage().attempt())
        .with("retries", origin.lineage().retries())
        .with("opened", origin.lineage().opened())
        .with("workflow", origin.workflow())
        .with("file", origin.file())
        .with("event", origin.event())
        .with("triggerKey", triggerKey)
        .with("repository", origin.source().repository())
        .with("commit", origin.source().commit())
        .with("startedBy", origin.startedBy().toString())
        .with("owner", origin.owner())
        .with("at", origin.at())
        .update();
  }

  void update(Run run, Head head, Optional<Instant> nextDue) throws SQLException {
    sql.of(
            """
            UPDATE run SET state = :state, reason = :reason, message = :message, since = :since,
                           ended_at = :endedAt, next_due = :nextDue, version = :version,
                           journal_seq = :seq, journal_hash = :hash
            WHERE id = :id
            """)
        .with("state", Machine.wireName(run.state()))
        .with("reason", Machine.wireName(run.reason().code()))
        .with("message", run.reason().message())
        .with("since", run.since())
        .with("endedAt", run.isOver() ? run.since() : null)
        .with("nextDue", nextDue.orElse(null))
        .with("version", run.version())
        .with("seq", head.seq())
        .with("hash", head.hash())
        .with("id", run.id().value())
        .update();
  }

  /// A heartbeat moves deadlines and nothing else.
  void due(RunId run, Optional<Instant> nextDue) throws SQLException {
    sql.of("UPDATE run SET next_due = :nextDue WHERE id = :id")
        .with("nextDue", nextDue.orElse(null))
        .with("id", run.value())
        .update();
  }

  /// @param owner whose runs; empty for everybody's
  List<Due> due(Instant now, Due after, int most, String owner) throws SQLException {
    return sql.of(
            """
            SELECT next_due, id FROM run
            WHERE next_due IS NOT NULL AND next_due <= :now AND (next_due, id) > (:at, :id)
              AND (:owner = '' OR owner = :owner)
            ORDER BY next_due, id LIMIT :most
            """)
        .with("now", now)
        .with("at", after.at())
        .with("id", after.run().value())
        .with("owner", owner)
        .with("most", most)
        .list(row -> new Due(Instant.parse(row.getString(1)), new RunId(row.getString(2))));
  }

  Optional<RunId> ofTrigger(String key) throws SQLException {
    return sql.of("SELECT id FROM run WHERE trigger_key = :key AND trigger_key <> ''")
        .with("key", key)
        .first(row -> new RunId(row.getString(1)));
  }

  boolean hasSucceeded(RunId run, String job) throws SQLException {
    return sql.of(
            """
            SELECT 1
            FROM run AS asked
            JOIN run AS same
              ON same.repository = asked.repository AND same.commit_sha = asked.commit_sha
                 AND same.workflow = asked.workflow
            JOIN job ON job.run_id = same.id AND job.job_id = :job
            JOIN attempt ON attempt.run_id = job.run_id AND attempt.job = job.job
            WHERE asked.id = :run AND asked.commit_sha <> '' AND attempt.state = 'success'
            LIMIT 1
            """)
        .with("run", run.value())
        .with("job", job)
        .first(row -> row.getInt(1))
        .isPresent();
  }

  Optional<Origin> origin(RunId id) throws SQLException {
    return sql.of(
            """
            SELECT number, run_attempt, retries, opened_by, workflow, file, event, repository, commit_sha,
                   started_by, owner, created_at
            FROM run WHERE id = :id
            """)
        .with("id", id.value())
        .first(RunRows::origin);
  }

  private static Origin origin(ResultSet row) throws SQLException {
    return new Origin(
        row.getLong("number"),
        row.getString("workflow"),
        row.getString("file"),
        row.getString("event"),
        ReferenceCodec.actor(row.getString("started_by")),
        row.getString("owner"),
        Instant.parse(row.getString("created_at")),
        new Source(row.getString("repository"), row.getString("commit_sha")),
        new Lineage(row.getString("opened_by"), row.getInt("run_attempt"), row.getInt("retries")));
  }
}
