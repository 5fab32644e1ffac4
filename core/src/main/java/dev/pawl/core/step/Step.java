package dev.pawl.core.step;

import dev.pawl.core.lifecycle.StepState;

/// One command of an attempt, hooks included. Its index is its place in the order of execution.
public sealed interface Step {

  int index();

  StepType type();

  /// What people call it: as the plan does, until its agent knows better.
  String name();

  StepState state();

  /// Not over yet.
  ///
  /// @param tries how often it was started
  record Open(int index, StepType type, String name, StepState state, int tries) implements Step {}

  /// Over, and how.
  record Ended(int index, StepType type, String name, StepState state, int tries, StepEnd end)
      implements Step {}

  int tries();
}
