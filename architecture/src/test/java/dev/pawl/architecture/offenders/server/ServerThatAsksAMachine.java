package dev.pawl.architecture.offenders.server;

import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import java.util.function.BiFunction;

final class ServerThatAsksAMachine {
  static final BiFunction<LeaseState, LeaseEvent, LeaseState> REFERENCE =
      LeaseMachine.MACHINE::transition;

  static LeaseState calls(LeaseState state) {
    return LeaseMachine.MACHINE.transition(state, LeaseEvent.ACK);
  }

  private ServerThatAsksAMachine() {}
}
