package dev.pawl.cli.view;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Event.AttemptCompleted;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.AttemptPaused;
import dev.pawl.core.engine.Event.ResultKept;
import dev.pawl.core.engine.Reason;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.runtime.Change;
import java.util.List;
import java.util.Optional;

/// An attempt that took a row of its table.
record Moved(AttemptRef attempt, AttemptEvent event, AttemptState state, Reason reason) {

  static List<Moved> in(Change change) {
    return change.transitions().stream().flatMap(line -> of(line).stream()).toList();
  }

  static Optional<Moved> of(Transition line) {
    return switch (line.cause()) {
      case AttemptMoved(var ref, var event, _) -> Optional.of(moved(ref, event, line));
      case AttemptPaused(var ref, var event, _, _) -> Optional.of(moved(ref, event, line));
      case AttemptCompleted(var ref, var event, _, _, _) -> Optional.of(moved(ref, event, line));
      case AttemptLeased(var lease, _, _) ->
          Optional.of(moved(lease.attempt(), AttemptEvent.LEASE, line));
      case ResultKept(var ref, _, _, _, _) -> Optional.of(moved(ref, AttemptEvent.SKIP, line));
      case Event _ -> Optional.empty();
    };
  }

  private static Moved moved(AttemptRef ref, AttemptEvent event, Transition line) {
    var state = Machine.ofWireName(AttemptState.class, line.to());
    return new Moved(ref, event, state, line.cause().reason());
  }
}
