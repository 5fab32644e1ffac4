package dev.pawl.core.attempt;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.step.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// One try at one job. A job's state is that of its current attempt.
///
/// Invariant: an attempt has a live lease exactly while it is [WithAgent].
public sealed interface Attempt {

  int number();

  AttemptState state();

  /// The time at which it entered its state.
  Instant since();

  /// The reason for its state.
  Reason reason();

  /// The number of leases so far; the next lease has the next number.
  int leases();

  /// An attempt without an agent: pending, held, waiting or queued.
  ///
  /// @param until the end of its timer or backoff, if it has one
  /// @param requeues the number of leases that ended before START, other than to wait for a group
  record Idle(
      int number,
      AttemptState state,
      Instant since,
      Reason reason,
      Optional<Instant> until,
      int leases,
      int requeues)
      implements Attempt {

    public static Idle first(AttemptState initial, Instant at) {
      return new Idle(1, initial, at, Reason.PROGRESS, Optional.empty(), 0, 0);
    }
  }

  /// An attempt with an agent: leased, starting, running, uploading, recovering or cancelling. Its
  /// steps exist from START on; hooks are added after them as they run.
  ///
  /// @param startedAt the first START: the job's timeout continues through recoveries
  /// @param uploadDeadline the time at which a cancel ends its upload
  /// @param leftProcesses what it may leave running, if its lease is revoked without a confirmation
  record WithAgent(
      int number,
      AttemptState state,
      Instant since,
      Reason reason,
      Lease lease,
      int requeues,
      List<Step> steps,
      Optional<Instant> startedAt,
      Optional<Instant> uploadDeadline,
      Optional<LeftProcesses> leftProcesses)
      implements Attempt {

    public WithAgent {
      steps = List.copyOf(steps);
    }

    @Override
    public int leases() {
      return lease.number();
    }

    public WithAgent in(AttemptState state, Instant since, Reason reason) {
      return new WithAgent(
          number,
          state,
          since,
          reason,
          lease,
          requeues,
          steps,
          startedAt,
          uploadDeadline,
          leftProcesses);
    }

    public WithAgent with(Lease lease) {
      return new WithAgent(
          number,
          state,
          since,
          reason,
          lease,
          requeues,
          steps,
          startedAt,
          uploadDeadline,
          leftProcesses);
    }

    public WithAgent withLeftProcesses(LeftProcesses left) {
      return new WithAgent(
          number,
          state,
          since,
          reason,
          lease,
          requeues,
          steps,
          startedAt,
          uploadDeadline,
          Optional.of(left));
    }

    public WithAgent started(Instant at) {
      return startedAt.isPresent()
          ? this
          : new WithAgent(
              number,
              state,
              since,
              reason,
              lease,
              requeues,
              steps,
              Optional.of(at),
              uploadDeadline,
              leftProcesses);
    }

    public WithAgent with(List<Step> steps) {
      return new WithAgent(
          number,
          state,
          since,
          reason,
          lease,
          requeues,
          steps,
          startedAt,
          uploadDeadline,
          leftProcesses);
    }

    public WithAgent withUploadDeadline(Instant at) {
      return new WithAgent(
          number,
          state,
          since,
          reason,
          lease,
          requeues,
          steps,
          startedAt,
          Optional.of(at),
          leftProcesses);
    }
  }

  /// Processes that may run after a lease was revoked.
  ///
  /// @param until the time by which the agent has fenced itself
  /// @param isForced whether the agent runs no hook, even if it learns of the revocation late
  record LeftProcesses(Instant until, boolean isForced) {}

  /// The result of an earlier run that is reused.
  record OriginalResult(AttemptState result, ReasonCode reason) {}

  /// An attempt that has ended.
  ///
  /// @param outputs its outputs, for the jobs that need it
  /// @param evidence the evidence for the class of its failure, if its agent sent one
  /// @param leftProcesses processes that may still run, if nobody has confirmed their end
  /// @param original the reused result, if this attempt was skipped for it
  record Ended(
      int number,
      AttemptState state,
      Instant since,
      Reason reason,
      int leases,
      List<Step> steps,
      SequencedMap<String, String> outputs,
      Optional<Evidence> evidence,
      Optional<LeftProcesses> leftProcesses,
      Optional<OriginalResult> original)
      implements Attempt {

    public Ended {
      steps = List.copyOf(steps);
      outputs = OrderedMaps.copyOf(outputs);
    }

    /// The effective result: a reused result counts as what it was.
    public AttemptState result() {
      return original.map(OriginalResult::result).orElse(state);
    }

    /// The reason of the effective result.
    public ReasonCode resultReason() {
      return original.map(OriginalResult::reason).orElse(reason.code());
    }
  }
}
