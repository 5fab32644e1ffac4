package dev.pawl.protocol;

/// A message of the agent protocol, as one JSON text frame. Its name on the wire is in
/// [MessageTypes].
public sealed interface Message permits AgentMessage, ServerMessage {}
