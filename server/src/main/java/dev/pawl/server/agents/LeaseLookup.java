package dev.pawl.server.agents;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import java.util.Optional;
import java.util.OptionalInt;

/// Looks up the lease that a message was sent under, and its state. Only the lease id identifies
/// it, nothing else that the message says.
public final class LeaseLookup {

  /// The number of leases that are recognized of an attempt that is not the current one.
  private static final int MOST_EARLIER = 8;

  private final LeaseIds leaseIds;

  public LeaseLookup(LeaseIds leaseIds) {
    this.leaseIds = leaseIds;
  }

  /// The lease that a message was sent under, live or over; none if there never was one.
  public Optional<LeaseRef> find(Run run, LeaseMessage message) {
    return run.job(message.jobId())
        .flatMap(job -> {
          var ref = new AttemptRef(job.index(), message.attempt());
          boolean isEarlier = ref.attempt() > 0 && ref.attempt() < job.attempt().number();
          int newest =
              run.currentAttempt(ref).map(Attempt::leases).orElse(isEarlier ? MOST_EARLIER : 0);
          OptionalInt number =
              leaseIds.number(run.id(), new LeaseRef(ref, newest), message.leaseId());
          return number.isPresent()
              ? Optional.of(new LeaseRef(ref, number.getAsInt()))
              : Optional.empty();
        });
  }

  public static boolean isLive(Run run, LeaseRef lease) {
    return run.attemptUnder(lease).isPresent();
  }

  /// Whether the run is older than the lease that the effect is about.
  public static boolean isUnknown(Run run, Effect.ToAgent effect) {
    return switch (effect) {
      case Effect.Dispatch(var lease, _) -> !isLive(run, lease);
      case Effect.Fence(var lease, _, _) ->
          lease.attempt().job() >= run.jobs().size() || end(run, lease).isEmpty();
      case Effect.CancelJob _ -> false; // it has all that the message needs
    };
  }

  /// The message that a lease is over, and whether its agent may run hooks.
  public static LeaseStale stale(Run run, LeaseRef lease, String leaseId) {
    // A revoked job may still be running; one that expired has been waited for.
    boolean isExpired =
        end(run, lease)
            .filter(past -> past.state() == AttemptState.LOST && past.left().isEmpty())
            .isPresent();
    return new LeaseStale(leaseId, isExpired ? "expired" : "revoked", hooks(run, lease));
  }

  /// Whether hooks may run. Not after a forced cancel, also if the agent learns of it late; nor for
  /// a lost job with an environment, since another attempt may be at work there.
  static String hooks(Run run, LeaseRef lease) {
    boolean isForced = run.cancel().filter(Run.Cancel::isForced).isPresent();
    boolean forbids =
        end(run, lease)
            .filter(past -> forbidsHooks(run.job(lease.attempt().job()), past))
            .isPresent();
    return isForced || forbids ? "none" : "run";
  }

  /// The end of the attempt that the lease was of, also if there is a newer attempt.
  private static Optional<Job.PastAttempt> end(Run run, LeaseRef lease) {
    return run.job(lease.attempt().job()).ended(lease.attempt().attempt());
  }

  private static boolean forbidsHooks(Job job, Job.PastAttempt past) {
    boolean wasForced = past.left().filter(Attempt.LeftProcesses::isForced).isPresent();
    boolean neverRan = past.state() == AttemptState.CANCELLED && past.left().isEmpty();
    boolean isElsewhere =
        past.state() == AttemptState.LOST && job.planned().policy().hasEnvironment();
    return wasForced || neverRan || isElsewhere;
  }
}
