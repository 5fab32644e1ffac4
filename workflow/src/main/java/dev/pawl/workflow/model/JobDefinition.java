package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.List;
import java.util.Optional;

/// A job of a [Workflow].
///
/// @param position of its id
/// @param condition a bare expression
/// @param permissions its own, not the workflow's
public record JobDefinition(
    Position position,
    String id,
    Optional<TemplateText> name,
    List<NeedReference> needs,
    Optional<TemplateText> condition,
    Optional<Permissions> permissions,
    Optional<ConcurrencyDefinition> concurrency,
    Optional<StrategyDefinition> strategy,
    JobWork work) {

  public JobDefinition {
    needs = List.copyOf(needs);
  }
}
