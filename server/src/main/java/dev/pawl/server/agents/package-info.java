/// Agents as the command loop knows them: who is connected, what their messages mean, and what they
/// are sent.
///
/// Messages under a lease enter and become commands of the engine; effects and states become
/// messages that leave through [AgentLink]. Nothing is decided or stored here, and no socket is
/// known.
@NullMarked
package dev.pawl.server.agents;

import org.jspecify.annotations.NullMarked;
