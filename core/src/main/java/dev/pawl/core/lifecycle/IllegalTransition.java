package dev.pawl.core.lifecycle;

import java.util.Locale;

/// Thrown for an event that the table refuses in a state. It is always a bug: expected races are
/// rows of the table and answered by [Machine.Answer.Late].
public final class IllegalTransition extends RuntimeException {

  private final String machine;
  private final Enum<?> state;
  private final Enum<?> event;

  IllegalTransition(String machine, Enum<?> state, Enum<?> event) {
    super(
        "%s: %s is not allowed in %s"
            .formatted(machine, event, state.name().toLowerCase(Locale.ROOT)));
    this.machine = machine;
    this.state = state;
    this.event = event;
  }

  public String machine() {
    return machine;
  }

  public Enum<?> state() {
    return state;
  }

  public Enum<?> event() {
    return event;
  }
}
