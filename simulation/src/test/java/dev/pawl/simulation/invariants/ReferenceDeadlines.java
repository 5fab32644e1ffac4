package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Deadlines of all transient states, written down a second time from the design.
public final class ReferenceDeadlines {

  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration SHORTEST_HOOKS = Duration.ofMinutes(5);
  private static final Duration LONGEST_HOOKS = Duration.ofMinutes(30);

  /// Retries by hand beyond the policy.
  private static final int BY_HAND = 6;

  /// When the run must have left its state, whatever its jobs do.
  static Optional<Instant> ends(Run run) {
    return switch (run.state()) {
      case CREATED -> Optional.of(run.since().plus(Duration.ofMinutes(3)));
      case PLANNING ->
          Optional.of(run.since().plus(Duration.ofMinutes(run.progress().planningTries())));
      case HELD -> run.plan().policy().hold().map(hold -> held(run, hold));
      case WAITING -> run.progress().until();
      default -> Optional.empty();
    };
  }

  private static Instant held(Run run, Approval hold) {
    Instant expires = run.since().plus(hold.expires());
    return run.progress().until().filter(expires::isBefore).orElse(expires);
  }

  /// When the job's current attempt must have left its state.
  static Optional<Instant> ends(Job job, Deadlines deadlines) {
    Instant since = job.attempt().since();
    Optional<Instant> own =
        switch (job.attempt().state()) {
          case HELD -> held(job);
          case WAITING ->
              job.attempt() instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
          case QUEUED ->
              Optional.of(since.plus(job.planned().isHooks() ? cancel(job.planned()) : DAY));
          case LEASED -> Optional.of(since.plusSeconds(30));
          case STARTING -> Optional.of(since.plus(Duration.ofMinutes(10)));
          case RUNNING ->
              Optional.of(since.plus(job.planned().timeout()).plus(cancel(job.planned())));
          case UPLOADING -> Optional.of(since.plus(Duration.ofMinutes(10)));
          case CANCELLING -> Optional.of(since.plus(cancel(job.planned())));
          case PENDING, RECOVERING -> Optional.empty();
          case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> Optional.empty();
        };
    if (job.attempt() instanceof Attempt.WithAgent held) {
      Instant lease = held.lease().renewedAt().plus(deadlines.leaseTtl()).plusSeconds(10);
      return own.filter(lease::isAfter).or(() -> Optional.of(lease));
    }
    return own;
  }

  private static Optional<Instant> held(Job job) {
    Approval wanted = job.planned().policy().approval().orElseThrow();
    boolean isApproved = job.protection().approvals().isEnough(wanted);
    Optional<Instant> timer =
        job.attempt() instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
    return isApproved ? timer : Optional.of(job.attempt().since().plus(wanted.expires()));
  }

  /// Longest duration of a graceful cancel: grace, hooks, and the messages there and back.
  private static Duration cancel(PlannedJob job) {
    Duration explicit = Duration.ZERO;
    for (Hook hook : job.policy().hooks()) {
      if (!hook.type().isAroundAStep()) {
        explicit = explicit.plus(hook.timeout().orElse(Duration.ZERO));
      }
    }
    Duration hooks = explicit.compareTo(SHORTEST_HOOKS) > 0 ? explicit : SHORTEST_HOOKS;
    Duration capped = hooks.compareTo(LONGEST_HOOKS) > 0 ? LONGEST_HOOKS : hooks;
    return job.grace().plus(capped).plusSeconds(15);
  }

  /// Time after which the run must be over, if there are no faults and everything is as slow as it
  /// may be.
  public static Duration longest(Run run) {
    Duration longest = Duration.ofMinutes(10).plus(run.plan().policy().delay());
    longest = longest.plus(run.plan().policy().hold().map(Approval::expires).orElse(Duration.ZERO));
    for (Job job : run.jobs()) {
      longest = longest.plus(longest(job.planned()));
    }
    return longest.plus(DAY); // the hooks of the run
  }

  private static Duration longest(PlannedJob job) {
    Duration once =
        DAY.plus(job.timeout())
            .plus(cancel(job).plus(cancel(job)))
            .plus(Duration.ofMinutes(40))
            .plus(job.policy().delay())
            .plus(job.policy().approval().map(Approval::expires).orElse(Duration.ZERO))
            .plus(job.policy().retry().backoff().max());
    return Duration.ofMillis(once.toMillis() * (1 + job.policy().retry().max() + BY_HAND));
  }

  private ReferenceDeadlines() {}
}
