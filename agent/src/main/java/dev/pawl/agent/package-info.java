/// The thread that owns the agent's session, and the port to its connections. Messages, reports and
/// calls of other threads enter through the bounded queue of [AgentLoop]. Decides nothing itself:
/// that is the session's.
@NullMarked
package dev.pawl.agent;

import org.jspecify.annotations.NullMarked;
