package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.classify.Evidence;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.PlannedJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A job of a run. It always has a current attempt, whose state is the job's.
///
/// @param dependents the jobs that need this one, so that an end costs only what depends on it
/// @param past the results of earlier attempts, first one first
/// @param upstream the outcomes of its needs
/// @param protection its progress past reviewers and timers; kept through retries
/// @param place its current attempt's place in a concurrency group, or in its queue; or the one
///   that an ended attempt keeps
public record Job(
    int index,
    PlannedJob planned,
    List<Integer> dependents,
    Attempt attempt,
    List<PastAttempt> past,
    Upstream upstream,
    Protection protection,
    Optional<GroupPlace> place) {

  public Job {
    dependents = List.copyOf(dependents);
    past = List.copyOf(past);
  }

  /// The end of an attempt that was followed by another.
  public record PastAttempt(
      AttemptState state,
      Reason reason,
      Optional<Evidence> evidence,
      Optional<Attempt.LeftProcesses> left) {
    private static PastAttempt of(Attempt attempt) {
      Optional<Attempt.Ended> ended =
          attempt instanceof Attempt.Ended its ? Optional.of(its) : Optional.empty();
      return new PastAttempt(
          attempt.state(),
          attempt.reason(),
          ended.flatMap(Attempt.Ended::evidence),
          ended.flatMap(Attempt.Ended::leftProcesses));
    }
  }

  /// The progress past reviewers and timers.
  ///
  /// @param isCleared whether the job has been released
  public record Protection(GivenApprovals approvals, boolean isCleared) {
    public static final Protection NONE = new Protection(GivenApprovals.NONE, false);
  }

  /// Counts the needs of a job by outcome; needs that succeeded are not counted.
  public record Upstream(int open, int skipped, int cancelled, int failed) {

    static final Upstream NONE = new Upstream(0, 0, 0, 0);

    /// Whether everything before the job has ended and succeeded.
    public boolean isAllSuccessful() {
      return equals(NONE);
    }

    Upstream moved(UpstreamOutcome from, UpstreamOutcome to) {
      return and(from, -1).and(to, 1);
    }

    Upstream and(UpstreamOutcome outcome, int needs) {
      return switch (outcome) {
        case OPEN -> new Upstream(open + needs, skipped, cancelled, failed);
        case SUCCEEDED -> this;
        case SKIPPED -> new Upstream(open, skipped + needs, cancelled, failed);
        case CANCELLED -> new Upstream(open, skipped, cancelled + needs, failed);
        case FAILED -> new Upstream(open, skipped, cancelled, failed + needs);
      };
    }
  }

  public AttemptRef ref() {
    return new AttemptRef(index, attempt.number());
  }

  public boolean isOver() {
    return AttemptMachine.MACHINE.isTerminal(attempt.state());
  }

  /// The number of needs that are open.
  public int unmetNeeds() {
    return upstream.open();
  }

  /// The result as dependent jobs see it: a reused result counts as what it was, and a failure with
  /// `continue-on-error` as a success.
  public AttemptState result() {
    AttemptState result = attempt instanceof Attempt.Ended ended ? ended.result() : attempt.state();
    return result.isFailure() && !planned.isRequired() ? AttemptState.SUCCESS : result;
  }

  /// The outcome of a need as it counts for this job. For the first jobs of a called workflow only
  /// its end matters: the rest was checked for their caller.
  UpstreamOutcome effectOf(UpstreamOutcome outcome) {
    return planned.isCallEntry() && outcome != UpstreamOutcome.OPEN
        ? UpstreamOutcome.SUCCEEDED
        : outcome;
  }

  /// The outcome for dependent jobs. A cancelled job does not wait for its needs.
  public UpstreamOutcome outcome() {
    if (!isOver()) {
      return UpstreamOutcome.OPEN;
    }
    AttemptState own = result();
    if (own.isFailure() || upstream.failed() > 0) {
      return UpstreamOutcome.FAILED;
    }
    if (own == AttemptState.CANCELLED) {
      return UpstreamOutcome.CANCELLED;
    }
    if (upstream.open() > 0) {
      return UpstreamOutcome.OPEN;
    }
    if (upstream.cancelled() > 0) {
      return UpstreamOutcome.CANCELLED;
    }
    return hasSucceeded() && upstream.skipped() == 0
        ? UpstreamOutcome.SUCCEEDED
        : UpstreamOutcome.SKIPPED;
  }

  /// Whether it succeeded, or was skipped on request so that the others continue.
  public boolean hasSucceeded() {
    boolean isSkippedByHand = result() == AttemptState.SKIPPED && resultReason() == ReasonCode.USER;
    return result() == AttemptState.SUCCESS || isSkippedByHand;
  }

  /// The reason of its result; for a reused result, that of the original.
  public ReasonCode resultReason() {
    return attempt instanceof Attempt.Ended ended ? ended.resultReason() : attempt.reason().code();
  }

  /// The end of an attempt: an earlier one, or the current one if it has ended.
  public Optional<PastAttempt> ended(int number) {
    if (number == attempt.number()) {
      return isOver() ? Optional.of(PastAttempt.of(attempt)) : Optional.empty();
    }
    return number > 0 && number <= past.size()
        ? Optional.of(past.get(number - 1))
        : Optional.empty();
  }

  /// The time until which processes of its ended attempts may run, if nobody has confirmed their
  /// end.
  public Optional<Instant> processesLeftUntil() {
    Stream<Attempt.LeftProcesses> left =
        Stream.concat(
            past.stream().flatMap(before -> before.left().stream()),
            attempt instanceof Attempt.Ended ended
                ? ended.leftProcesses().stream()
                : Stream.empty());
    return left.map(Attempt.LeftProcesses::until).max(Instant::compareTo);
  }

  /// Whether an agent has it.
  public boolean isWithAgent() {
    return attempt instanceof Attempt.WithAgent;
  }

  /// Whether it has a group whose key is known, and has not joined it yet.
  public boolean mustJoinGroup() {
    return place.isEmpty() && planned.policy().hasKnownGroup();
  }

  public Job with(Attempt attempt) {
    return new Job(index, planned, dependents, attempt, past, upstream, protection, place);
  }

  public Job with(Protection protection) {
    return new Job(index, planned, dependents, attempt, past, upstream, protection, place);
  }

  public Job with(Optional<GroupPlace> place) {
    return new Job(index, planned, dependents, attempt, past, upstream, protection, place);
  }

  /// The job with its current attempt added to the past ones.
  public Job withAttemptArchived() {
    List<PastAttempt> more = new ArrayList<>(past);
    more.add(PastAttempt.of(attempt));
    return new Job(index, planned, dependents, attempt, more, upstream, protection, place);
  }

  Job with(Upstream upstream) {
    return new Job(index, planned, dependents, attempt, past, upstream, protection, place);
  }

  Job planned(PlannedJob planned) {
    return new Job(index, planned, dependents, attempt, past, upstream, protection, place);
  }

  Job neededBy(List<Integer> dependents) {
    return new Job(index, planned, dependents, attempt, past, upstream, protection, place);
  }
}
