package dev.pawl.server.events;

/// One event, rendered.
///
/// @param org whose members may see it
/// @param run id of its run; empty if it is of none
/// @param seq of its transition in the journal of its run
/// @param name `run.status`, `job.status`, `step.status`, `agent.status` or `breaker.status`
/// @param data JSON, on one line
public record LiveEvent(
    EventCursor cursor, String org, String run, long seq, String name, String data) {}
