package dev.pawl.core.identity;

/// Identifies a lease of a run: the attempt and the lease's number, from 1.
public record LeaseRef(AttemptRef attempt, int number) {}
