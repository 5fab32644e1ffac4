package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;

/// A well-formed part of a job that this version cannot run, with the reason.
public record UnsupportedFeature(Position position, String reason) {}
