package dev.pawl.server.doctor;

import dev.pawl.core.run.RunId;

/// Nothing is wrong with the store, but with a job: it failed, and no retry is left. What a person
/// can do about it.
///
/// @param file the workflow
/// @param job its id
/// @param command what to run
public record Advice(
    RunId run, long number, String file, String job, String what, String command) {}
