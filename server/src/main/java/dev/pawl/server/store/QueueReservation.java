package dev.pawl.server.store;

import dev.pawl.core.identity.RunId;
import java.util.List;

/// The queued attempts of a run that need the same labels, as one orchestrator keeps them to its
/// own agents for a moment. A hint: it may be wrong, late or lost.
public record QueueReservation(RunId run, List<String> runsOn) {

  /// The queue that an attempt waits in.
  public static QueueReservation of(QueuedAttempt ready) {
    return new QueueReservation(ready.run(), ready.runsOn());
  }
}
