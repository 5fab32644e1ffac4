package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;

/// A job's reference to a job that it needs. The id is spelled as in `needs`; ids are compared
/// without case.
public record NeedReference(Position position, String job) {}
