/// The session of the agent with its server: leases, sequenced messages, heartbeats, fencing.
/// Messages of the server and reports of the execution enter; messages, calls of the [Execution]
/// and records of the [AgentSpool] leave. Deterministic: no clock, no threads, no I/O.
@NullMarked
package dev.pawl.agent.session;

import org.jspecify.annotations.NullMarked;
