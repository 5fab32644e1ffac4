package dev.pawl.server.store.rows;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
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

/// Writes rows of table `attempt`: the attempts of jobs, with the part of the plan that queries
/// need. [LeaseRowWriter] writes their leases.
final class AttemptRowWriter {

  private static final String PENDING = Machine.wireName(AttemptState.PENDING);
  private static final String QUEUED = Machine.wireName(AttemptState.QUEUED);

  private final TableWrites attempts;

  AttemptRowWriter(WriteBatch writes) {
    this.attempts = writes.table(SqlTable.ATTEMPT);
  }

  /// Inserts the first attempts of all jobs of the plan.
  void insertAll(Run run, Instant at) {
    var digests = new JobDigest(run);
    for (int job = 0; job < run.plan().jobs().size(); job++) {
      insertFirst(run, job, run.plan().job(job), digests, at);
    }
  }

  /// Replaces a job by the first cell of its matrix, and appends the others.
  void expandMatrix(Run run, int job, List<PlannedJob> cells, Instant at) {
    var digests = new JobDigest(run);
    int current = run.job(job).attempt().number();
    @Nullable Object[] row = AttemptColumns.of(run.id().value(), new AttemptRef(job, current));
    setPlanned(row, cells.getFirst(), digests);
    attempts.update(row);
    for (PlannedJob cell : cells.subList(1, cells.size())) {
      insertAdded(run, cell, digests, at);
    }
  }

  void insertAdded(Run run, PlannedJob planned, Instant at) {
    insertAdded(run, planned, new JobDigest(run), at);
  }

  private void insertAdded(Run run, PlannedJob planned, JobDigest digests, Instant at) {
    Job job = run.job(planned.id()).orElseThrow();
    insertFirst(run, job.index(), planned, digests, at);
  }

  private void insertFirst(Run run, int job, PlannedJob planned, JobDigest digests, Instant at) {
    ReasonCode reason = planned.needs().isEmpty() ? ReasonCode.PROGRESS : ReasonCode.DEPENDENCY;
    var ref = new AttemptRef(job, 1);
    insert(run, ref, planned, digests, Reason.of(reason, ""), Optional.empty(), at);
  }

  /// Inserts the attempt that follows another one, which is current no more.
  ///
  /// @param until the time before which it may not start, if there is one
  void insertNext(Run run, AttemptRef ref, Reason reason, Optional<Instant> until, Instant at) {
    @Nullable Object[] before =
        AttemptColumns.of(run.id().value(), new AttemptRef(ref.job(), ref.attempt() - 1));
    before[AttemptColumns.IS_CURRENT] = 0;
    attempts.update(before);
    insert(run, ref, run.job(ref.job()).planned(), new JobDigest(run), reason, until, at);
  }

  private void insert(
      Run run,
      AttemptRef ref,
      PlannedJob planned,
      JobDigest digests,
      Reason reason,
      Optional<Instant> until,
      Instant at) {
    @Nullable Object[] row = AttemptColumns.of(run.id().value(), ref);
    row[AttemptColumns.IS_CURRENT] = 1;
    row[AttemptColumns.TOLERATED] = 0;
    setPlanned(row, planned, digests);
    setState(row, PENDING, reason, until, at);
    row[AttemptColumns.IS_QUEUED] = 0;
    row[AttemptColumns.LEASE] = 0;
    row[AttemptColumns.IS_LEASED] = 0;
    row[AttemptColumns.LEASE_STATE] = "";
    row[AttemptColumns.AGENT] = "";
    row[AttemptColumns.AGENT_VERSION] = 0;
    row[AttemptColumns.LAST_SEQ] = 0L;
    attempts.insert(row);
  }

  private static void setPlanned(@Nullable Object[] row, PlannedJob planned, JobDigest digests) {
    row[AttemptColumns.JOB_ID] = planned.id();
    row[AttemptColumns.NAME] = planned.name();
    row[AttemptColumns.RUNS_ON] = StoreCodec.encodeTexts(planned.runsOn());
    row[AttemptColumns.DEFINITION] = digests.of(planned);
    row[AttemptColumns.PRIORITY] = planned.policy().priority();
    row[AttemptColumns.HAS_GROUP] = planned.policy().hasKnownGroup() ? 1 : 0;
  }

  private static void setState(
      @Nullable Object[] row, String state, Reason reason, Optional<Instant> until, Instant at) {
    row[AttemptColumns.STATE] = state;
    row[AttemptColumns.REASON] = Machine.wireName(reason.code());
    row[AttemptColumns.MESSAGE] = reason.message();
    row[AttemptColumns.SINCE] = at;
    row[AttemptColumns.UNTIL] = until.orElse(null);
  }

  /// Writes another reason for the same state.
  void explain(RunId run, AttemptRef ref, Reason reason) {
    @Nullable Object[] row = AttemptColumns.of(run.value(), ref);
    row[AttemptColumns.REASON] = Machine.wireName(reason.code());
    row[AttemptColumns.MESSAGE] = reason.message();
    attempts.update(row);
  }

  /// A transition of an attempt.
  ///
  /// @param until when its wait timer or retry backoff ends, if it has one
  record AttemptTransition(
      AttemptRef attempt,
      AttemptEvent event,
      String from,
      String to,
      Optional<Instant> until,
      Optional<Evidence> evidence,
      Reason reason) {}

  void transition(Run run, AttemptTransition move, Instant at) {
    @Nullable Object[] row = AttemptColumns.of(run.id().value(), move.attempt());
    setState(row, move.to(), move.reason(), move.until(), at);
    if (move.event() == AttemptEvent.START) {
      row[AttemptColumns.STARTED_AT] = at;
    }
    AttemptState state = Machine.ofWireName(AttemptState.class, move.to());
    if (AttemptMachine.MACHINE.isTerminal(state)) {
      row[AttemptColumns.ENDED_AT] = at;
    }
    if (state.isFailure()) {
      row[AttemptColumns.EVIDENCE] =
          move.evidence().map(its -> StoreCodec.encode(Evidence.class, its)).orElse(null);
      row[AttemptColumns.TOLERATED] = isTolerated(run, move.attempt()) ? 1 : 0;
    }
    if (move.to().equals(QUEUED)) {
      row[AttemptColumns.IS_QUEUED] = 1;
      row[AttemptColumns.QUEUED_AT] = at;
    } else if (move.from().equals(QUEUED)) {
      row[AttemptColumns.IS_QUEUED] = 0;
    }
    attempts.update(row);
  }

  /// A restored run has lost its plan.
  private static boolean isTolerated(Run run, AttemptRef ref) {
    return ref.job() < run.jobs().size() && !run.job(ref.job()).planned().isRequired();
  }
}
