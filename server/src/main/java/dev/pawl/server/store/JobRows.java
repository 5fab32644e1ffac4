package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The rows of jobs. Each comes with its first attempt, and keeps its index whatever a matrix makes
/// of it.
final class JobRows {

  private final Sql sql;
  private final AttemptRows attempts;

  JobRows(Sql sql, AttemptRows attempts) {
    this.sql = sql;
    this.attempts = attempts;
  }

  void insertAll(Run run, Instant at) throws SQLException {
    for (int job = 0; job < run.plan().jobs().size(); job++) {
      insert(run.id().value(), job, run.plan().job(job), at);
    }
  }

  private void insert(String run, int job, PlannedJob planned, Instant at) throws SQLException {
    of(
            run,
            job,
            planned,
            """
            INSERT INTO job (run_id, job, job_id, name, runs_on, priority, attempt)
            VALUES (:run, :job, :id, :name, :runsOn, :priority, 1)
            """)
        .update();
    ReasonCode reason = planned.needs().isEmpty() ? ReasonCode.PROGRESS : ReasonCode.DEPENDENCY;
    attempts.insert(run, new AttemptRef(job, 1), Reason.of(reason, ""), Optional.empty(), at);
  }

  /// The first cell takes the job's place, the others come at the end.
  void rendered(Run run, int job, List<PlannedJob> cells, Instant at) throws SQLException {
    of(
            run.id().value(),
            job,
            cells.getFirst(),
            """
            UPDATE job SET job_id = :id, name = :name, runs_on = :runsOn, priority = :priority
            WHERE run_id = :run AND job = :job
            """)
        .update();
    for (PlannedJob cell : cells.subList(1, cells.size())) {
      added(run, cell, at);
    }
  }

  void added(Run run, PlannedJob planned, Instant at) throws SQLException {
    Job job = run.job(planned.id()).orElseThrow();
    insert(run.id().value(), job.index(), planned, at);
  }

  private Sql.Statement of(String run, int job, PlannedJob planned, String text)
      throws SQLException {
    var labels = Fields.array();
    planned.runsOn().forEach(labels::add);
    return sql.of(text)
        .with("run", run)
        .with("job", job)
        .with("id", planned.id())
        .with("name", planned.name())
        .with("runsOn", Fields.write(labels))
        .with("priority", planned.policy().priority());
  }

  void currentAttempt(String run, AttemptRef ref) throws SQLException {
    sql.of("UPDATE job SET attempt = :attempt WHERE run_id = :run AND job = :job")
        .with("attempt", ref.attempt())
        .with("run", run)
        .with("job", ref.job())
        .update();
  }
}
