package dev.pawl.core.lifecycle;

import static dev.pawl.core.lifecycle.ActorKind.CLOCK;
import static dev.pawl.core.lifecycle.ActorKind.PERSON;
import static dev.pawl.core.lifecycle.ActorKind.by;

/// A machine that is small enough to be broken on purpose.
public final class DoorMachine {

  enum Position {
    OPEN,
    SHUT,
    WALLED_UP
  }

  enum Happening {
    PUSH,
    PULL,
    BRICK
  }

  /// The machine without its last rows, which a test may add.
  static MachineBuilder<Position, Happening> begun() {
    return Machine.of("door", Position.class, Happening.class)
        .startsIn(Position.OPEN)
        .endsIn(Position.WALLED_UP)
        .row(Position.OPEN, Happening.PUSH, Position.SHUT, by(PERSON, CLOCK), "pushed");
  }

  static MachineBuilder<Position, Happening> complete() {
    return begun()
        .row(Position.SHUT, Happening.PULL, Position.OPEN, by(PERSON), "pulled")
        .row(Position.SHUT, Happening.BRICK, Position.WALLED_UP, by(PERSON), "walled up")
        .late(Position.SHUT, Happening.PUSH, "shut already");
  }

  public static Machine<Position, Happening> door() {
    return complete().build();
  }

  private DoorMachine() {}
}
