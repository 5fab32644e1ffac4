package dev.pawl.server.store.rows;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes rows of table `job`, each with its first attempt. A job keeps its index when its matrix
/// is expanded.
final class JobRowWriter {

  private final TableWrites jobs;
  private final AttemptRowWriter attempts;

  JobRowWriter(WriteBatch writes, AttemptRowWriter attempts) {
    this.jobs = writes.table(SqlTable.JOB);
    this.attempts = attempts;
  }

  void insertAll(Run run, Instant at) {
    var digests = new JobDigest(run);
    for (int job = 0; job < run.plan().jobs().size(); job++) {
      PlannedJob planned = run.plan().job(job);
      insert(run, job, planned, digests.of(planned), at);
    }
  }

  private void insert(Run run, int job, PlannedJob planned, String digest, Instant at) {
    jobs.insert(row(run, job, planned, digest, 1));
    ReasonCode reason = planned.needs().isEmpty() ? ReasonCode.PROGRESS : ReasonCode.DEPENDENCY;
    attempts.insert(
        run.id().value(), new AttemptRef(job, 1), Reason.of(reason, ""), Optional.empty(), at);
  }

  /// Replaces a job by the first cell of its matrix, and appends the others.
  void expandMatrix(Run run, int job, List<PlannedJob> cells, Instant at) {
    var digests = new JobDigest(run);
    jobs.update(row(run, job, cells.getFirst(), digests.of(cells.getFirst()), null));
    for (PlannedJob cell : cells.subList(1, cells.size())) {
      insertAdded(run, cell, digests, at);
    }
  }

  void insertAdded(Run run, PlannedJob planned, Instant at) {
    insertAdded(run, planned, new JobDigest(run), at);
  }

  private void insertAdded(Run run, PlannedJob planned, JobDigest digests, Instant at) {
    Job job = run.job(planned.id()).orElseThrow();
    insert(run, job.index(), planned, digests.of(planned), at);
  }

  void setCurrentAttempt(String run, AttemptRef ref) {
    jobs.update(run, ref.job(), null, null, null, null, null, ref.attempt());
  }

  private static @Nullable Object[] row(
      Run run, int job, PlannedJob planned, String digest, @Nullable Integer attempt) {
    return new @Nullable Object[] {
      run.id().value(),
      job,
      planned.id(),
      planned.name(),
      StoreCodec.encodeTexts(planned.runsOn()),
      digest,
      planned.policy().priority(),
      attempt
    };
  }
}
