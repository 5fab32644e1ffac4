package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage;

/// The way to the server, while there is one. Sending takes the message and returns: it neither
/// blocks nor fails, for a heartbeat must never wait behind a server that is slow. What a broken
/// connection loses the session says again on the next.
public interface ServerLink {

  void send(AgentMessage message);
}
