package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateValue;
import java.util.Optional;

/// The matrix of a job, which becomes one job for each cell.
///
/// @param matrix entries, each a list or an expression, with `include` and `exclude` among them; or
///   one expression for the whole matrix
/// @param failFast a boolean or an expression; true where it is absent
/// @param maxParallel a number or an expression
public record StrategyDefinition(
    Position position,
    Optional<TemplateValue> matrix,
    Optional<TemplateText> failFast,
    Optional<TemplateText> maxParallel) {

  public static final String INCLUDE = "include";
  public static final String EXCLUDE = "exclude";
}
