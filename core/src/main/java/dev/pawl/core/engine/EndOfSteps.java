package dev.pawl.core.engine;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.lifecycle.ReasonCode;

/// What ends the open steps of an attempt.
///
/// @param agentSaysFailed whether it is the agent's word that the attempt did not go well
record EndOfSteps(AttemptRef attempt, boolean agentSaysFailed) {

  Reason reason() {
    return Reason.of(ReasonCode.UPSTREAM, "its attempt ended");
  }
}
