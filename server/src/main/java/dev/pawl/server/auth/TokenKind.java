package dev.pawl.server.auth;

/// Purpose of a token.
public enum TokenKind {
  /// Connects one agent, until it is revoked.
  AGENT,

  /// Allows everything.
  ADMIN,

  /// Exchanged once, before it expires, for the token of an agent.
  ENROLMENT
}
