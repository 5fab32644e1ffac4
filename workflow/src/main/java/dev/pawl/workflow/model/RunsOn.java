package dev.pawl.workflow.model;

import dev.pawl.workflow.model.text.TemplateText;
import java.util.List;
import java.util.Optional;

/// The labels or the group that an agent must have to get the job.
///
/// Invariant: a group, or at least one label.
///
/// @param labels an expression among them may evaluate to one label or to a list
public record RunsOn(Optional<TemplateText> group, List<TemplateText> labels) {

  public RunsOn {
    labels = List.copyOf(labels);
  }
}
