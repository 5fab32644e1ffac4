/// The life of a job on this agent: [JobRunner] takes it from its dispatch to its result, and
/// [JobSteps] through its steps; hooks, outputs, deadlines and the group command belong to it.
/// Calls of the session enter through [ProcessExecution], reports leave through a [JobReportSink].
/// Knows nothing of connections or numbered messages, which are the session's.
@NullMarked
package dev.pawl.agent.exec;

import org.jspecify.annotations.NullMarked;
