package dev.pawl.cli.service;

import dev.pawl.server.auth.BearerToken;

/// What somebody gave an agent to be let in by: a token of the right kind, or it is said before
/// anybody is asked what it is instead.
public final class TokenArgument {

  /// The token of an agent.
  ///
  /// @throws NotAdmitted if it is none
  public static BearerToken ofAgent(String text) {
    BearerToken token = parsed(text);
    return switch (token.kind()) {
      case AGENT -> token;
      case ENROLMENT -> throw new UnauthorizedException("this is an enrolment token: use --enrol");
      case ADMIN -> throw isAdmins();
    };
  }

  /// @throws NotAdmitted if it is none to enrol an agent by
  static BearerToken ofEnrolment(String text) {
    BearerToken token = parsed(text);
    return switch (token.kind()) {
      case ENROLMENT -> token;
      case AGENT ->
          throw new UnauthorizedException(
              "this is an agent's own token: use --token or PAWL_AGENT_TOKEN");
      case ADMIN -> throw isAdmins();
    };
  }

  private static BearerToken parsed(String text) {
    return BearerToken.parse(text.strip())
        .orElseThrow(() ->
            new UnauthorizedException(
                "that is no token: one is as `pawl token agent` has printed it"));
  }

  private static UnauthorizedException isAdmins() {
    return new UnauthorizedException(
        "this is an administrator's token: `pawl token agent NAME` makes one for an agent");
  }

  private TokenArgument() {}
}
