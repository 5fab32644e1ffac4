package dev.pawl.core.attempt;

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
/// The shape follows the lease: an attempt has a live lease exactly while it is [WithAgent].
public sealed interface Attempt {

  int number();

  AttemptState state();

  /// When it came into its state.
  Instant since();

  /// Why it is in its state.
  Reason reason();

  /// How many leases it has had; the next one's number is one more.
  int leases();

  /// No agent has it: pending, held, waiting or queued.
  ///
  /// @param until when its timer or backoff is over, if it has one
  /// @param requeues how often a lease of it ended before the start, other than to wait for a group
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

  /// An agent has it: leased, starting, running, uploading, recovering or cancelling. Its steps are
  /// there from START on; hooks come after them as they are run.
  ///
  /// @param startedAt when it first came to run: its time-out goes on through recoveries
  /// @param uploadDeadline when a cancel ends its upload
  /// @param leftProcesses what it leaves behind, where its lease is taken back unheard
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

  /// Processes that may run on after a lease was taken back.
  ///
  /// @param until by when its agent has fenced itself
  /// @param isForced whether its agent is to run no hook, also if it learns of it late
  record LeftProcesses(Instant until, boolean isForced) {}

  /// A result that is kept from an earlier run.
  record OriginalResult(AttemptState result, ReasonCode reason) {}

  /// It is over.
  ///
  /// @param outputs what it leaves to the jobs that need it
  /// @param leftProcesses what it left behind, where nobody has said that nothing runs any more
  /// @param original the original result, where this one was skipped because that one is kept
  record Ended(
      int number,
      AttemptState state,
      Instant since,
      Reason reason,
      int leases,
      List<Step> steps,
      SequencedMap<String, String> outputs,
      Optional<LeftProcesses> leftProcesses,
      Optional<OriginalResult> original)
      implements Attempt {

    public Ended {
      steps = List.copyOf(steps);
      outputs = OrderedMaps.copyOf(outputs);
    }

    /// What counts: a reused result counts as what it was.
    public AttemptState result() {
      return original.map(OriginalResult::result).orElse(state);
    }

    /// Why it counts as that.
    public ReasonCode resultReason() {
      return original.map(OriginalResult::reason).orElse(reason.code());
    }
  }
}
