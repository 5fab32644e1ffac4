package dev.pawl.core.identity;

/// Identifies an attempt of a run: the job's index in the plan and the attempt's number, from 1.
public record AttemptRef(int job, int attempt) {}
