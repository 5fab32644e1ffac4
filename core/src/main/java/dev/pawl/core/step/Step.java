package dev.pawl.core.step;

import dev.pawl.core.lifecycle.StepState;

/// One command of an attempt. Its index is its place in the order of execution.
public sealed interface Step {

  int index();

  StepState state();

  /// Not over yet.
  record Open(int index, StepState state) implements Step {}

  /// Over, and how.
  record Ended(int index, StepState state, StepEnd end) implements Step {}
}
