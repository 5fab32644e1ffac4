package dev.pawl.core.classify;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;

/// A failure as a tool would print it, and the rule that should match.
record FailureExample(ReasonCode code, String rule, Failure failure) {

  static FailureExample of(ReasonCode code, String rule, String log) {
    return new FailureExample(code, rule, Failure.exited(1, log.lines().toList()));
  }

  static FailureExample silent(ReasonCode code, String rule, Failure failure) {
    return new FailureExample(code, rule, failure);
  }

  static Failure killed() {
    return new Failure(null, "SIGKILL", Ender.PROCESS, List.of("linking 4 of 9"));
  }

  @Override
  public String toString() {
    return rule + " " + failure.lines();
  }
}
