package dev.pawl.cli.service;

import dev.pawl.server.auth.TokenText;

/// What somebody gave an agent to be let in by: a token of the right kind, or it is said before
/// anybody is asked what it is instead.
public final class ShownToken {

  /// The token of an agent.
  ///
  /// @throws NotAdmitted if it is none
  public static TokenText ofAgent(String text) {
    TokenText token = parsed(text);
    return switch (token.kind()) {
      case AGENT -> token;
      case ENROLMENT -> throw new NotAdmitted("this is an enrolment token: use --enrol");
      case ADMIN -> throw isAdmins();
    };
  }

  /// @throws NotAdmitted if it is none to enrol an agent by
  static TokenText ofEnrolment(String text) {
    TokenText token = parsed(text);
    return switch (token.kind()) {
      case ENROLMENT -> token;
      case AGENT ->
          throw new NotAdmitted("this is an agent's own token: use --token or PAWL_AGENT_TOKEN");
      case ADMIN -> throw isAdmins();
    };
  }

  private static TokenText parsed(String text) {
    return TokenText.parse(text.strip())
        .orElseThrow(
            () -> new NotAdmitted("that is no token: one is as `pawl token agent` has printed it"));
  }

  private static NotAdmitted isAdmins() {
    return new NotAdmitted(
        "this is an administrator's token: `pawl token agent NAME` makes one for an agent");
  }

  private ShownToken() {}
}
