package dev.pawl.cli.local;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.server.store.Change;
import java.util.List;
import java.util.Optional;

/// Finds the holds that `--approve-all` approves. Jobs are held and then approved, so that the
/// journal records it.
final class AutomaticApproval {

  /// The attempts that this change put on hold.
  static List<AttemptRef> newHolds(Change change) {
    return change.transitions().stream().flatMap(line -> held(line).stream()).toList();
  }

  private static Optional<AttemptRef> held(Transition line) {
    return switch (line.cause()) {
      case AttemptMoved(var ref, AttemptEvent event, _) when event == AttemptEvent.HOLD ->
          Optional.of(ref);
      case AttemptPaused(var ref, AttemptEvent event, _, _) when event == AttemptEvent.HOLD ->
          Optional.of(ref);
      case DomainEvent _ -> Optional.empty();
    };
  }

  private AutomaticApproval() {}
}
