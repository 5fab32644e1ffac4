/// Limits: what a job can make the agent remember, by number and bytes. [JobMemoryLimits] lists
/// them all; what counts against one of them asks it for the message of a breach, for which the
/// step fails. [ResourceLimits] is what its processes may use. Knows nothing of steps, processes or
/// messages.
@NullMarked
package dev.pawl.agent.limits;

import org.jspecify.annotations.NullMarked;
