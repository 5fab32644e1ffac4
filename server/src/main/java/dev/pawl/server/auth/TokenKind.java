package dev.pawl.server.auth;

/// Purpose of a token.
public enum TokenKind {
  /// Connects one agent, until it is revoked.
  AGENT,

  /// Lets a person do what its role allows.
  USER,

  /// Exchanged once, before it expires, for the token of an agent.
  ENROLMENT
}
