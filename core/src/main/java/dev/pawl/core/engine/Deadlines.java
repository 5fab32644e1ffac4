package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// By when every transient state ends: the table "Every transient state ends" of the design, in one
/// place. A deadline is a function of the state, so none can be lost with a process.
///
/// @param leaseTtl how long a lease lives without a heartbeat, as the agent counts
/// @param slack what every bound that an agent owes is longer: none, unless agent and orchestrator
///   are one process, which may sleep as a whole
public record Deadlines(Duration leaseTtl, Duration slack) {

  public static final Duration PLANNING = Duration.ofMinutes(3);
  public static final Duration QUEUE = Duration.ofDays(1);
  public static final Duration ACKNOWLEDGE = Duration.ofSeconds(30);
  public static final Duration STARTING = Duration.ofMinutes(10);
  public static final Duration UPLOADING = Duration.ofMinutes(10);
  public static final Duration HOOKS = Duration.ofMinutes(5);

  /// What the orchestrator adds to a bound that the agent enforces, for the way there and back.
  public static final Duration MARGIN = Duration.ofSeconds(15);

  /// What the orchestrator adds to a lease's TTL, so that the agent has fenced itself before.
  public static final Duration LEASE_MARGIN = Duration.ofSeconds(10);

  /// How long the store must have been served before a lease may expire.
  public static final Duration SERVED = Duration.ofSeconds(30);

  public static final Deadlines DEFAULT = new Deadlines(Duration.ofMinutes(2), Duration.ZERO);

  /// When the run wants its next `Tick`: the earliest of all its deadlines.
  public Optional<Instant> nextDue(Run run) {
    if (run.isOver()) {
      return Optional.empty();
    }
    Optional<Instant> earliest = planningEnds(run);
    for (Job job : run.jobs()) {
      earliest = earlier(earliest, nextDue(run, job));
    }
    return earliest;
  }

  private Optional<Instant> nextDue(Run run, Job job) {
    var stateEnds = stateEnds(run.plan().job(job.index()), job.attempt());
    var leaseEnds = leaseEnds(job.attempt());
    return earlier(stateEnds, leaseEnds);
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return one.get().isBefore(other.get()) ? one : other;
  }

  Optional<Instant> planningEnds(Run run) {
    return switch (run.state()) {
      case CREATED, PLANNING -> Optional.of(run.since().plus(PLANNING));
      case QUEUED, HELD, WAITING, RUNNING, RECOVERING, CANCELLING -> Optional.empty();
      case PLAN_FAILED, SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> Optional.empty();
    };
  }

  /// When the attempt must have left its state.
  Optional<Instant> stateEnds(PlannedJob job, Attempt attempt) {
    return bound(job, attempt).map(attempt.since()::plus);
  }

  private Optional<Duration> bound(PlannedJob job, Attempt attempt) {
    return switch (attempt.state()) {
      case QUEUED -> Optional.of(QUEUE);
      case LEASED -> Optional.of(ACKNOWLEDGE.plus(slack));
      case STARTING -> Optional.of(STARTING.plus(slack));
      case RUNNING -> Optional.of(job.timeout().plus(cancelBound(job)).plus(slack));
      case UPLOADING -> Optional.of(UPLOADING.plus(slack));
      case CANCELLING -> Optional.of(cancelBound(job).plus(slack));
      case PENDING, HELD, WAITING, RECOVERING -> Optional.empty();
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> Optional.empty();
    };
  }

  /// How long a graceful cancel of the job may take.
  static Duration cancelBound(PlannedJob job) {
    return job.grace().plus(HOOKS).plus(MARGIN);
  }

  Optional<Instant> leaseEnds(Attempt attempt) {
    return attempt instanceof Attempt.WithAgent held
        ? Optional.of(held.lease().renewedAt().plus(leaseTtl).plus(LEASE_MARGIN))
        : Optional.empty();
  }
}
