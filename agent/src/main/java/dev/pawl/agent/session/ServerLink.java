package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage;

/// A connection to the server. Sending neither blocks nor fails, because a heartbeat must never
/// wait for a slow server. The session repeats on the next connection what a broken one has lost.
public interface ServerLink {

  void send(AgentMessage message);
}
