package dev.pawl.architecture.offenders.core.run;

/// Carries the state of what it holds.
public record Job(Run run) {}
