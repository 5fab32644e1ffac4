package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.run.Job;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.time.Duration;
import java.time.Instant;

/// Checks retries: which attempts are retried, how often, and after which backoff.
final class RetryInvariants implements InvariantCheck {

  private final ViolationRecorder violations;

  RetryInvariants(ViolationRecorder violations) {
    this.violations = violations;
  }

  @Override
  public void line(ObservedTransition line) {
    switch (line.cause()) {
      case DomainEvent.AttemptCreated(var ref, var reason)
          when reason.code() == ReasonCode.BACKOFF ->
          byPolicy(line, ref);
      case DomainEvent.AttemptPaused(var ref, _, var until, var reason)
          when reason.code() == ReasonCode.BACKOFF
              && until.isPresent()
              && !isUntilFenced(line, ref, until.get()) ->
          inBounds(
              line.after().job(ref.job()).planned().policy().retry().backoff(),
              ref.attempt() - 1,
              Duration.between(line.at(), until.get()),
              line.toString());
      default -> {}
    }
  }

  /// Whether it waits until the processes of the previous attempt are certainly gone.
  private static boolean isUntilFenced(ObservedTransition line, AttemptRef ref, Instant until) {
    return line.before().job(ref.job()).attempt() instanceof Attempt.Idle idle
        && idle.until().filter(until::equals).isPresent();
  }

  private void byPolicy(ObservedTransition line, AttemptRef next) {
    Job job = line.before().job(next.job());
    RetryPolicy policy = policy(job.planned());
    Attempt failed = job.attempt();
    if (next.attempt() != failed.number() + 1 || failed.number() > policy.max()) {
      violations.violated(
          Invariant.ATTEMPTS_WITHIN_POLICY, "%s, of at most %d".formatted(line, policy.max()));
    }
    boolean isRetryable = policy.on().contains(failed.reason().code());
    if (!isRetryable || line.before().cancel().isPresent()) {
      violations.violated(Invariant.RETRYABLE_ONLY, line + ", after " + failed.reason());
    }
  }

  private static RetryPolicy policy(PlannedJob job) {
    boolean saysNothing = job.policy().retry().equals(RetryPolicy.DEFAULT);
    return job.policy().hasEnvironment() && saysNothing ? RetryPolicy.NONE : job.policy().retry();
  }

  private void inBounds(Backoff backoff, int tries, Duration wait, String what) {
    double middle =
        Math.min(
            backoff.initial().toMillis() * Math.pow(backoff.factor(), tries - 1.0),
            (double) backoff.max().toMillis());
    boolean isWithin =
        wait.toMillis() >= middle * 0.8 - 1
            && wait.toMillis() <= middle * 1.2 + 1
            && wait.compareTo(backoff.max()) <= 0;
    if (!isWithin) {
      violations.violated(
          Invariant.BACKOFF_IN_BOUNDS,
          "%s, after %s for a middle of %.0f ms".formatted(what, wait, middle));
    }
  }

  @Override
  public void change(ObservedChange seen) {
    for (Effect effect : seen.change().effects()) {
      if (effect instanceof Effect.StartRun(var id, var origin, _, var delay)) {
        var policy = seen.after().plan().policy();
        int retries = origin.lineage().retries();
        inBounds(policy.backoff(), retries, delay, "run " + id);
        if (retries > policy.retries()) {
          violations.violated(
              Invariant.ATTEMPTS_WITHIN_POLICY, "run " + id + " is one try too many");
        }
      }
    }
  }
}
