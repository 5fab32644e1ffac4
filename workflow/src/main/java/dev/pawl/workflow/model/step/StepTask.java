package dev.pawl.workflow.model.step;

import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import java.util.SequencedMap;

/// What a step does.
public sealed interface StepTask {

  /// A script, never empty.
  ///
  /// @param settings the step's own, not those of any defaults
  record Script(TemplateText script, RunSettings settings) implements StepTask {}

  /// An action with its inputs.
  ///
  /// @param resolved what the reference has led to when the file was read
  record ActionUse(
      ActionReference action, SequencedMap<String, TemplateText> with, ResolvedAction resolved)
      implements StepTask {
    public ActionUse {
      with = TemplateTexts.copyOf(with);
    }
  }
}
