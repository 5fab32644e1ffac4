/// Supervision of a job's processes: they are started, awaited, stopped within their grace period,
/// and killed at the job's end or after a crash of the agent. A [JobProcesses] is given launches
/// and limits, and returns how each process ended. Knows nothing of workflows, messages or logs.
@NullMarked
package dev.pawl.agent.supervision;

import org.jspecify.annotations.NullMarked;
