package dev.pawl.cli.service;

import dev.pawl.server.auth.BearerToken;

/// Parses the token that an agent was given, and rejects a token of the wrong kind before any
/// server is asked.
public final class TokenArgument {

  /// Parses an agent's token.
  ///
  /// @throws UnauthorizedException if it is not an agent's token
  public static BearerToken ofAgent(String text) {
    BearerToken token = parsed(text, "agent");
    return switch (token.kind()) {
      case AGENT -> token;
      case ENROLMENT ->
          throw new UnauthorizedException("token rejected: it is an enrolment token. Use --enrol.");
      case USER -> throw isPersons("agent");
    };
  }

  /// @throws UnauthorizedException if it is not an enrolment token
  static BearerToken ofEnrolment(String text) {
    BearerToken token = parsed(text, "enrol");
    return switch (token.kind()) {
      case ENROLMENT -> token;
      case AGENT ->
          throw new UnauthorizedException(
              "token rejected: it is an agent's token. Use --token or PAWL_AGENT_TOKEN.");
      case USER -> throw isPersons("enrol");
    };
  }

  /// @param command the command of `pawl token` that makes the right one
  private static BearerToken parsed(String text, String command) {
    return BearerToken.parse(text.strip())
        .orElseThrow(() ->
            new UnauthorizedException(
                "token rejected: it is malformed. Use the token that `pawl token %s` printed."
                    .formatted(command)));
  }

  private static UnauthorizedException isPersons(String command) {
    return new UnauthorizedException(
        "token rejected: it is a person's token. Make one with `pawl token %s NAME`."
            .formatted(command));
  }

  private TokenArgument() {}
}
