package dev.pawl.cli.view;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.event.DomainEvent.AttemptLeased;
import dev.pawl.core.event.DomainEvent.AttemptMoved;
import dev.pawl.core.event.DomainEvent.AttemptPaused;
import dev.pawl.core.event.DomainEvent.ResultReused;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.server.store.Change;
import java.util.List;
import java.util.Optional;

/// A state change of an attempt.
record AttemptTransition(
    AttemptRef attempt, AttemptEvent event, AttemptState state, Reason reason) {

  static List<AttemptTransition> in(Change change) {
    return change.transitions().stream().flatMap(line -> of(line).stream()).toList();
  }

  static Optional<AttemptTransition> of(Transition line) {
    return switch (line.cause()) {
      case AttemptMoved(var ref, var event, _) -> Optional.of(transition(ref, event, line));
      case AttemptPaused(var ref, var event, _, _) -> Optional.of(transition(ref, event, line));
      case AttemptCompleted(var ref, var event, _, _, _) ->
          Optional.of(transition(ref, event, line));
      case AttemptLeased(var lease, _, _) ->
          Optional.of(transition(lease.attempt(), AttemptEvent.LEASE, line));
      case ResultReused(var ref, _, _, _, _) ->
          Optional.of(transition(ref, AttemptEvent.SKIP, line));
      case DomainEvent _ -> Optional.empty();
    };
  }

  private static AttemptTransition transition(AttemptRef ref, AttemptEvent event, Transition line) {
    var state = Machine.ofWireName(AttemptState.class, line.to());
    return new AttemptTransition(ref, event, state, line.cause().reason());
  }
}
