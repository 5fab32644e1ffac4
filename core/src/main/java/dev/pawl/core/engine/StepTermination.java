package dev.pawl.core.engine;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;

/// The end of an attempt, as applied to its open steps.
///
/// @param agentSaysFailed whether the agent reported that the attempt failed
record StepTermination(AttemptRef attempt, boolean agentSaysFailed) {

  Reason reason() {
    return Reason.of(ReasonCode.UPSTREAM, "its attempt ended");
  }
}
