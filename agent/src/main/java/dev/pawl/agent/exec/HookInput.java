package dev.pawl.agent.exec;

import java.util.LinkedHashMap;
import java.util.Map;

/// The input of a hook: the outcome of the step or job that it observes, in environment variables.
///
/// @param outcome `success` `failed` `timed_out` `cancelled` `lost`
/// @param reason the reason of the outcome; may be empty
/// @param failedStep the name of the step that failed; empty if none did
/// @param step the name of the step that the hook is about; empty if it is about the job
/// @param durationMs the duration of the step or job so far
record HookInput(String outcome, String reason, String failedStep, String step, long durationMs) {

  /// The same, of a step that is lost.
  HookInput asLost() {
    return new HookInput("lost", reason, failedStep, step, durationMs);
  }

  /// The same, about a step.
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
