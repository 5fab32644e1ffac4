package dev.pawl.protocol;

/// Close codes of the agent protocol, from the range that WebSocket leaves to applications.
public final class CloseCodes {

  /// The registration was rejected, and would be again: the agent does not reconnect.
  public static final int REGISTRATION_REJECTED = 4003;

  /// Another machine uses the agent's token. The agent tries again until that one is gone.
  public static final int TOKEN_IN_USE = 4009;

  private CloseCodes() {}
}
