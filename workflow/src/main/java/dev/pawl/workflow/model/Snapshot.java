package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;
import java.util.Optional;

/// An image that would be made of the machine after the job. Read and checked; no job with one can
/// be run yet.
public record Snapshot(
    Position position, Text imageName, Optional<Text> version, Optional<Text> condition) {}
