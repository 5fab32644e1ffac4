package dev.pawl.workflow.model;

import dev.pawl.workflow.model.text.TemplateText;
import java.util.List;
import java.util.Optional;

/// What an agent must have to be given the job.
///
/// Invariant: a group, or at least one label.
///
/// @param labels one that is an expression may give a label or a list of them
public record RunsOn(Optional<TemplateText> group, List<TemplateText> labels) {

  public RunsOn {
    labels = List.copyOf(labels);
  }
}
