package dev.pawl.workflow.model;

import java.util.SequencedMap;

/// What a step does.
public sealed interface Task {

  /// A script, never empty.
  ///
  /// @param settings the step's own, not those of any defaults
  record Run(Text script, RunSettings settings) implements Task {}

  /// An action with its inputs.
  record Uses(ActionReference action, SequencedMap<String, Text> with) implements Task {
    public Uses {
      with = Texts.copyOf(with);
    }
  }
}
