package dev.pawl.core.engine;

import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.util.List;
import java.util.Optional;

/// A failed hook, as a compound reason names it: `cancelled (onCancel hook failed: timed out after
/// 5m)`.
record HookFailure(StepType type, String how) {

  /// The first failed hook among the steps.
  static Optional<HookFailure> in(List<Step> steps) {
    for (Step step : steps) {
      if (step instanceof Step.Ended(_, var type, _, var state, _, var end)
          && type.isHook()
          && state == StepState.FAILED) {
        return Optional.of(new HookFailure(type, how(end)));
      }
    }
    return Optional.empty();
  }

  private static String how(StepEnd end) {
    return switch (end.ender()) {
      case PROCESS -> "exit code " + end.exitCode();
      case TIMEOUT -> end.message().isEmpty() ? "timed out" : end.message();
      case NOBODY, TERMINATED, KILLED -> end.message().isEmpty() ? "it was stopped" : end.message();
    };
  }

  Reason reason(String outcome) {
    return Reason.of(ReasonCode.HOOK, describe(outcome));
  }

  String describe(String outcome) {
    return "%s (%s failed: %s)".formatted(outcome, type.title(), how);
  }
}
