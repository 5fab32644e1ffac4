package dev.pawl.core.engine;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;

/// What ends the open steps of an attempt.
///
/// @param agentSaysFailed whether it is the agent's word that the attempt did not go well
record StepTermination(AttemptRef attempt, boolean agentSaysFailed) {

  Reason reason() {
    return Reason.of(ReasonCode.UPSTREAM, "its attempt ended");
  }
}
