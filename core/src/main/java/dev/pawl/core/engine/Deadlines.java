package dev.pawl.core.engine;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.PersistentVector;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The deadlines of every transient state: the table "Every transient state ends" of the design, in
/// one place. A deadline is a function of the state, so none is lost when a process dies.
///
/// @param leaseTtl how long a lease lives without a heartbeat, as the agent counts
/// @param heartbeat the interval of an agent's heartbeats
/// @param suspensionAllowance extra time for everything that an agent must do: zero, unless agent
///   and orchestrator are one process, which may be suspended as a whole
/// @param leaseMargin extra time after the lease's TTL, so that the agent has fenced itself first
/// @param limits the operator's limits, for what is known only when a job becomes ready
public record Deadlines(
    Duration leaseTtl,
    Duration heartbeat,
    Duration suspensionAllowance,
    Duration leaseMargin,
    OperatorLimits limits) {

  public static final Duration PLANNING_TRY = Duration.ofSeconds(60);
  public static final int PLANNING_TRIES = 3;
  private static final Duration PLANNING =
      Duration.ofSeconds(PLANNING_TRY.toSeconds() * PLANNING_TRIES);
  public static final Duration QUEUE = Duration.ofDays(1);
  public static final Duration ACKNOWLEDGE = Duration.ofSeconds(30);
  public static final Duration STARTING = Duration.ofMinutes(10);
  public static final Duration UPLOADING = Duration.ofMinutes(10);

  /// Extra time for a limit that the agent enforces, for the messages to it and back.
  public static final Duration AGENT_MESSAGE_MARGIN = Duration.ofSeconds(15);

  /// The default lease margin; tests may use a shorter one.
  public static final Duration LEASE_MARGIN = Duration.ofSeconds(10);

  /// The delay of a second heartbeat before it counts as missed.
  public static final Duration HEARTBEAT_MARGIN = Duration.ofSeconds(5);

  /// The time for which the store must have been served before anything may expire.
  public static final Duration MIN_SERVED_BEFORE_EXPIRY = Duration.ofSeconds(30);

  /// Deadlines with the default limits.
  public Deadlines(Duration leaseTtl, Duration heartbeat, Duration slack, Duration leaseMargin) {
    this(leaseTtl, heartbeat, slack, leaseMargin, OperatorLimits.DEFAULT);
  }

  public Deadlines(Duration leaseTtl, Duration heartbeat, Duration slack) {
    this(leaseTtl, heartbeat, slack, LEASE_MARGIN);
  }

  public static final Deadlines DEFAULT =
      new Deadlines(Duration.ofSeconds(120), Duration.ofSeconds(20), Duration.ZERO);

  /// The deadline of the run's own state, whatever its jobs do.
  public Optional<Instant> stateDeadline(Run run) {
    return switch (run.state()) {
      case CREATED -> Optional.of(run.since().plus(PLANNING));
      case PLANNING -> Optional.of(run.since().plus(PLANNING_TRY)); // one try
      case HELD -> holdDeadline(run);
      case WAITING -> run.progress().until();
      case RUNNING, RECOVERING -> timeoutDeadline(run);
      case QUEUED, CANCELLING -> Optional.empty(); // ends with its jobs
      case PLAN_FAILED, SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> Optional.empty();
    };
  }

  /// Once the run is approved, only its start delay remains.
  private static Optional<Instant> holdDeadline(Run run) {
    return run.isApproved()
        ? run.progress().until()
        : run.plan().policy().hold().map(Approval::expires).map(run.since()::plus);
  }

  /// The run's own timeout; its clock stops while the run only waits for reviewers.
  private static Optional<Instant> timeoutDeadline(Run run) {
    var progress = run.progress();
    if (run.cancel().isPresent() || progress.pausedAt().isPresent()) {
      return Optional.empty();
    }
    return run.plan()
        .policy()
        .timeout()
        .flatMap(limit -> progress.startedAt().map(at -> at.plus(limit).plus(progress.paused())));
  }

  /// The deadline of the state of a job's current attempt; empty if the state ends with that of
  /// others.
  public Optional<Instant> stateDeadline(Job job) {
    PlannedJob planned = job.planned();
    Attempt attempt = job.attempt();
    return switch (attempt.state()) {
      case HELD -> Optional.of(holdDeadline(job));
      case WAITING -> attempt instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
      case QUEUED -> since(attempt, planned.isHooks() ? gracefulCancelLimit(planned) : QUEUE);
      case LEASED -> since(attempt, ACKNOWLEDGE.plus(suspensionAllowance));
      case STARTING ->
          since(
              attempt,
              awaitsGroupReport(job)
                  ? limits.groupEvaluation()
                  : STARTING.plus(suspensionAllowance));
      case RUNNING -> Optional.of(timeoutDeadline(planned, (Attempt.WithAgent) attempt));
      case UPLOADING -> uploadDeadline((Attempt.WithAgent) attempt);
      case CANCELLING -> since(attempt, gracefulCancelLimit(planned).plus(suspensionAllowance));
      case PENDING, RECOVERING -> Optional.empty(); // ends with its needs, or with its lease
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> Optional.empty();
    };
  }

  /// The orchestrator's backstop for the job's timeout, which continues through recoveries.
  private Instant timeoutDeadline(PlannedJob planned, Attempt.WithAgent attempt) {
    Instant started = attempt.startedAt().orElse(attempt.since());
    return started
        .plus(planned.timeout())
        .plus(gracefulCancelLimit(planned))
        .plus(suspensionAllowance);
  }

  private static Optional<Instant> since(Attempt attempt, Duration bound) {
    return Optional.of(attempt.since().plus(bound));
  }

  /// Once the job is approved, only its timer remains.
  private static Instant holdDeadline(Job job) {
    Approval approval = job.planned().policy().approval().orElseThrow();
    Instant expires = job.attempt().since().plus(approval.expires());
    boolean isApproved = job.protection().approvals().isEnough(approval);
    Optional<Instant> timer =
        job.attempt() instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
    return isApproved ? timer.orElse(job.attempt().since()) : expires;
  }

  /// Whether the agent has yet to report the concurrency group of the attempt.
  static boolean awaitsGroupReport(Job job) {
    return job.place().isEmpty()
        && job.planned().policy().group().filter(rule -> rule.isCommand()).isPresent();
  }

  private Optional<Instant> uploadDeadline(Attempt.WithAgent attempt) {
    Instant own = attempt.since().plus(UPLOADING).plus(suspensionAllowance);
    return Optional.of(attempt.uploadDeadline().filter(cut -> cut.isBefore(own)).orElse(own));
  }

  /// The time that a graceful cancel of the job may take.
  public static Duration gracefulCancelLimit(PlannedJob job) {
    return job.grace().plus(job.hookBudget()).plus(AGENT_MESSAGE_MARGIN);
  }

  /// The time by which an agent has fenced itself if its last heartbeat was at `lastHeartbeat` or
  /// before.
  Instant fencingDeadline(Instant lastHeartbeat) {
    return lastHeartbeat.plus(leaseTtl).plus(leaseMargin);
  }

  /// The time by which an agent whose lease is revoked at `now` has stopped the processes. If agent
  /// and orchestrator are one process that is at once: the agent hears of it, or dies with it.
  Instant stopDeadline(Instant now) {
    return suspensionAllowance.isZero() ? fencingDeadline(now) : now;
  }

  /// The time at which the run leaves its group, if it has ended and is still in it.
  Optional<Instant> placeDeadline(Run run) {
    return run.place().flatMap(place -> placeDeadline(place, run.isOver(), run.since()));
  }

  /// The time at which the job leaves its group, if an attempt of it has ended and is still in it.
  Optional<Instant> placeDeadline(Job job) {
    return job.place().flatMap(place -> placeDeadline(place, job.isOver(), job.attempt().since()));
  }

  private static Optional<Instant> placeDeadline(GroupPlace place, boolean isOver, Instant since) {
    return place.keptUntil().or(() -> isOver ? Optional.of(since) : Optional.empty());
  }

  /// The time at which the attempt's lease expires unless it is renewed.
  public Optional<Instant> leaseExpiry(Attempt attempt) {
    return attempt instanceof Attempt.WithAgent held
        ? Optional.of(fencingDeadline(held.lease().renewedAt()))
        : Optional.empty();
  }

  /// The time at which two heartbeats of a running attempt have been missed.
  Optional<Instant> contactDeadline(Attempt attempt) {
    return attempt instanceof Attempt.WithAgent held && held.state() == AttemptState.RUNNING
        ? Optional.of(
            held.lease()
                .renewedAt()
                .plus(heartbeat)
                .plus(heartbeat)
                .plus(HEARTBEAT_MARGIN)
                .plus(suspensionAllowance))
        : Optional.empty();
  }

  /// The earliest deadline of a job in milliseconds, the key by which the jobs' vector is searched.
  long earliest(Job job) {
    long own = Math.min(millis(stateDeadline(job)), millis(placeDeadline(job)));
    return job.isWithAgent()
        ? Math.min(
            own,
            Math.min(millis(leaseExpiry(job.attempt())), millis(contactDeadline(job.attempt()))))
        : own;
  }

  static long millis(Optional<Instant> deadline) {
    return deadline.isPresent() ? deadline.get().toEpochMilli() : PersistentVector.NEVER;
  }
}
