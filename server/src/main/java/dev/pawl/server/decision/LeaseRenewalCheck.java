package dev.pawl.server.decision;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.LeaseMoved;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change.UnrenewedLease;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Checks that a lease was not renewed by another orchestrator before it expires.
///
/// A renewal changes no version, so a cached run may have the newest version and yet not its latest
/// renewals. They are looked up before a lease expires, since a conflict costs a whole batch; the
/// commit makes sure of them.
public final class LeaseRenewalCheck {

  private final CommittedStoreView view;

  public LeaseRenewalCheck(CommittedStoreView view) {
    this.view = view;
  }

  /// The leases that a decision by the clock ends, or whose contact it gives up, because they were
  /// not renewed.
  ///
  /// @param run the state before the decision
  static List<UnrenewedLease> unrenewedLeases(Run run, Decision.Accepted decision) {
    Map<AttemptRef, UnrenewedLease> silences = new LinkedHashMap<>();
    for (Transition line : decision.transitions()) {
      switch (line.cause()) {
        case LeaseMoved(var lease, var event, _) when event == LeaseEvent.EXPIRE ->
            unrenewedLease(run, lease.attempt()).ifPresent(it -> silences.put(lease.attempt(), it));
        case AttemptMoved(var ref, var event, _) when event == AttemptEvent.RECOVER ->
            unrenewedLease(run, ref).ifPresent(it -> silences.put(ref, it));
        case dev.pawl.core.event.DomainEvent _ -> {}
      }
    }
    return List.copyOf(silences.values());
  }

  private static Optional<UnrenewedLease> unrenewedLease(Run run, AttemptRef ref) {
    return run.currentAttempt(ref).orElse(null) instanceof Attempt.WithAgent held
        ? Optional.of(
            new UnrenewedLease(new LeaseRef(ref, held.lease().number()), held.lease().renewedAt()))
        : Optional.empty();
  }

  /// Puts the renewals that the store has into the batch. Returns whether any is later.
  boolean applyLaterRenewals(Batch batch, RunId id) {
    Optional<Run> known = batch.run(id);
    Optional<Run> stored = view.store().run(id);
    if (known.isEmpty() || stored.isEmpty()) {
      return false;
    }
    Run alive = known.get();
    boolean wasHeard = false;
    for (Job job : known.get().jobs()) {
      Optional<Instant> later = renewedLater(job, stored.get());
      if (later.isPresent()) {
        var lease = new LeaseRef(job.ref(), job.attempt().leases());
        alive = EventApplier.apply(alive, new LeaseRenewed(lease), later.get());
        wasHeard = true;
      }
    }
    if (wasHeard) {
      batch.put(alive);
    }
    return wasHeard;
  }

  private static Optional<Instant> renewedLater(Job known, Run stored) {
    return known.attempt() instanceof Attempt.WithAgent held
            && stored.currentAttempt(known.ref()).orElse(null) instanceof Attempt.WithAgent there
            && held.lease().number() == there.lease().number()
            && held.lease().renewedAt().isBefore(there.lease().renewedAt())
        ? Optional.of(there.lease().renewedAt())
        : Optional.empty();
  }
}
