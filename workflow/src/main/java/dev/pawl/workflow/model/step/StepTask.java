package dev.pawl.workflow.model.step;

import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import java.util.SequencedMap;

/// The task of a step: a script or an action.
public sealed interface StepTask {

  /// A script, never empty.
  ///
  /// @param settings the step's own, without any defaults
  record Script(TemplateText script, RunSettings settings) implements StepTask {}

  /// An action with its inputs.
  ///
  /// @param resolved the action that the reference resolved to when the file was read
  record ActionUse(
      ActionReference action, SequencedMap<String, TemplateText> with, ResolvedAction resolved)
      implements StepTask {
    public ActionUse {
      with = TemplateTexts.copyOf(with);
    }
  }
}
