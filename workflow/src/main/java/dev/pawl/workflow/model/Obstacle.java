package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;

/// Why a job cannot be run by this version, although it is well formed.
public record Obstacle(Position position, String reason) {}
