package dev.pawl.core.run;

import dev.pawl.core.engine.Actor;
import java.time.Instant;

/// Where a run comes from. Never changes.
///
/// @param number what people call it: #1, #2, …
/// @param workflow the workflow's name
/// @param file the workflow's file, as it was given
/// @param event what triggered it
/// @param owner the orchestrator whose run it is
public record Origin(
    long number,
    String workflow,
    String file,
    String event,
    Actor startedBy,
    String owner,
    Instant at) {}
