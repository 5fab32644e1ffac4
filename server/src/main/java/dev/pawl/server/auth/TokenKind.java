package dev.pawl.server.auth;

/// What a token is good for.
public enum TokenKind {
  /// An agent connects by it, for as long as it is not revoked. It is that one agent's.
  AGENT,

  /// Its holder may do everything.
  ADMIN,

  /// Exchanged once, within its time, for the token of an agent.
  ENROLMENT
}
