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
import org.jspecify.annotations.Nullable;

/// The rows of runs.
final class RunRows {

  private final Sql sql;

  RunRows(Sql sql) {
    this.sql = sql;
  }

  /// What its row says, but for its head.
  static @Nullable Object[] values(Run run, String triggerKey) {
    Origin origin = run.origin();
    return new @Nullable Object[] {
      run.id().value(),
      origin.number(),
      origin.lineage().attempt(),
      origin.lineage().retries(),
      origin.lineage().opened(),
      origin.workflow(),
      origin.file(),
      origin.event(),
      triggerKey,
      origin.source().repository(),
      origin.source().commit(),
      origin.startedBy().toString(),
      origin.owner(),
      origin.at(),
      Machine.wireName(run.state()),
      Machine.wireName(run.reason().code()),
      run.reason().message(),
      run.since(),
      run.isOver() ? run.since() : null
    };
  }

  List<Due> due(Instant now, Due after, int most, Share share) throws SQLException {
    var due =
        sql.of(
            """
            SELECT at, run_id FROM due
            WHERE at <= :now AND (at, run_id) > (:at, :id) AND %s
            ORDER BY at, run_id LIMIT :most
            """
                .formatted(share.condition("at")));
    return share
        .bind(due, now)
        .with("now", now)
        .with("at", after.at())
        .with("id", after.run().value())
        .with("most", most)
        .thoughtAnew()
        .list(row -> new Due(Sql.instant(row, 1), new RunId(row.getString(2))));
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
        Sql.instant(row, "created_at"),
        new Source(row.getString("repository"), row.getString("commit_sha")),
        new Lineage(row.getString("opened_by"), row.getInt("run_attempt"), row.getInt("retries")));
  }
}
