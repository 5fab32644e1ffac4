package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.text.TemplateText;
import java.util.Optional;

/// An image to make of the machine after the job. It is read and checked; jobs with one are not
/// supported yet.
public record ImageSnapshot(
    Position position,
    TemplateText imageName,
    Optional<TemplateText> version,
    Optional<TemplateText> condition) {}
