package dev.pawl.agent.exec;

import java.util.LinkedHashMap;
import java.util.Map;

/// What a hook is told of that which it observes.
///
/// @param outcome `success` `failed` `timed_out` `cancelled` `lost`
/// @param reason why, in words; may be empty
/// @param failedStep the name of the step that decided it; empty if none did
/// @param step the name of the step that the hook is about; empty if it is about all of them
/// @param durationMs how long it took
record HookInput(String outcome, String reason, String failedStep, String step, long durationMs) {

  /// The same, of what nobody is told of any more.
  HookInput asLost() {
    return new HookInput("lost", reason, failedStep, step, durationMs);
  }

  /// The same, about that step.
  HookInput forStep(String other) {
    return new HookInput(outcome, reason, failedStep, other, durationMs);
  }

  Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("PAWL_OUTCOME", outcome);
    variables.put("PAWL_REASON", reason);
    variables.put("PAWL_FAILED_STEP", failedStep);
    variables.put("PAWL_STEP", step);
    variables.put("PAWL_DURATION_MS", Long.toString(durationMs));
    return variables;
  }
}
