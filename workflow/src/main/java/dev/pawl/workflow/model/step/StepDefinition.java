package dev.pawl.workflow.model.step;

import dev.pawl.core.plan.StepPolicy;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import java.util.Optional;
import java.util.SequencedMap;

/// A step of a job or of a composite action.
///
/// @param position of the step
/// @param id empty where the file has none
/// @param condition a bare expression
/// @param continueOnError a boolean or an expression
/// @param timeoutMinutes a number or an expression
public record StepDefinition(
    Position position,
    Optional<TemplateText> name,
    String id,
    Optional<TemplateText> condition,
    StepTask task,
    SequencedMap<String, TemplateText> env,
    Optional<TemplateText> continueOnError,
    Optional<TemplateText> timeoutMinutes,
    StepPolicy policy) {

  public StepDefinition {
    env = TemplateTexts.copyOf(env);
  }
}
