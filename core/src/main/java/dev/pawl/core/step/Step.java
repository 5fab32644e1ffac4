package dev.pawl.core.step;

import dev.pawl.core.lifecycle.StepState;

/// One command of an attempt, hooks included. Its index is its position in the order of execution.
public sealed interface Step {

  int index();

  StepType type();

  /// Its name for people: the plan's, until its agent has evaluated it.
  String name();

  StepState state();

  /// A step that has not ended.
  ///
  /// @param tries the number of starts
  record Open(int index, StepType type, String name, StepState state, int tries) implements Step {}

  /// A step that has ended.
  record Ended(int index, StepType type, String name, StepState state, int tries, StepEnd end)
      implements Step {}

  int tries();
}
