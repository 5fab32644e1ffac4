package dev.pawl.protocol;

/// A message of the agent protocol, sent as one JSON text frame. [MessageTypes] has its name on the
/// wire.
public sealed interface Message permits AgentMessage, ServerMessage {}
