package dev.pawl.workflow.model;

import java.util.SequencedMap;

/// What a step does.
public sealed interface Task {

  /// A script, never empty.
  ///
  /// @param settings the step's own, not those of any defaults
  record Run(Text script, RunSettings settings) implements Task {}

  /// An action with its inputs.
  ///
  /// @param provision what the reference has led to when the file was read
  record Uses(ActionReference action, SequencedMap<String, Text> with, Provision provision)
      implements Task {
    public Uses {
      with = Texts.copyOf(with);
    }
  }
}
