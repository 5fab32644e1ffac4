package dev.pawl.workflow.model.container;

import dev.pawl.workflow.diagnostics.Position;

/// Why a job cannot be run by this version, although it is well formed.
public record UnsupportedFeature(Position position, String reason) {}
