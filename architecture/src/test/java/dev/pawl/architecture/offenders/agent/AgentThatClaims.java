package dev.pawl.architecture.offenders.agent;

import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepMachine;
import dev.pawl.core.lifecycle.StepState;

/// Keeps the rules: an agent tracks its steps with the same kernel.
final class AgentThatClaims {
  static StepState started() {
    return StepMachine.MACHINE.transition(StepState.PENDING, StepEvent.START);
  }

  private AgentThatClaims() {}
}
