package dev.pawl.workflow.model;

import dev.pawl.workflow.diagnostics.Position;

/// One job's need of another. The id is written as in `needs`; ids differ by more than case.
public record NeedReference(Position position, String job) {}
