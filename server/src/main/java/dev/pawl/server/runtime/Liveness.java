package dev.pawl.server.runtime;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import java.time.Instant;
import java.util.Optional;

/// When leases were renewed. That moves no version, so a cached run may be of the newest version
/// and yet not know that another orchestrator has heard its agent: nobody is declared silent by the
/// cache alone.
final class Liveness {

  private final Store store;

  Liveness(Store store) {
    this.store = store;
  }

  /// Whether somebody was given up, in part or for good, because nothing was heard.
  static boolean isEndedBySilence(Decision.Accepted decision) {
    return decision.transitions().stream()
        .map(Transition::cause)
        .anyMatch(cause ->
            switch (cause) {
              case LeaseMoved(_, var event, _) -> event == LeaseEvent.EXPIRE;
              case AttemptMoved(_, var event, _) -> event == AttemptEvent.RECOVER;
              case dev.pawl.core.engine.Event _ -> false;
            });
  }

  /// Takes over what the store knows of the run's leases. Says whether any was renewed later.
  boolean catchUp(Batch batch, RunId id) {
    Optional<Run> known = batch.run(id);
    Optional<Run> stored = store.run(id);
    if (known.isEmpty() || stored.isEmpty()) {
      return false;
    }
    Run alive = known.get();
    boolean wasHeard = false;
    for (Job job : known.get().jobs()) {
      Optional<Instant> later = renewedLater(job, stored.get());
      if (later.isPresent()) {
        var lease = new LeaseRef(job.ref(), job.attempt().leases());
        alive = Apply.apply(alive, new LeaseRenewed(lease), later.get());
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
            && stored.current(known.ref()).orElse(null) instanceof Attempt.WithAgent there
            && held.lease().number() == there.lease().number()
            && held.lease().renewedAt().isBefore(there.lease().renewedAt())
        ? Optional.of(there.lease().renewedAt())
        : Optional.empty();
  }
}
