package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// An image that would be made of the machine after the job. Read and checked; no job with one can
/// be run yet.
public record ImageSnapshot(
    Position position,
    TemplateText imageName,
    Optional<TemplateText> version,
    Optional<TemplateText> condition) {}
