/// The command loop: takes requests from its inbox, has them decided in batches, commits these, and
/// only then replies.
///
/// Requests of people, agents and other runs enter through [Orchestrator]; replies, messages to
/// agents and effects leave after their commit. [LeaseMessageHandler] and [AgentRegistration] say
/// what an agent's message means. SQL, sockets and threads other than the loop's are elsewhere.
@NullMarked
package dev.pawl.server.orchestrator;

import org.jspecify.annotations.NullMarked;
