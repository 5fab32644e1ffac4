package dev.pawl.server.api;

import dev.pawl.server.auth.AuthenticationFailure;
import dev.pawl.server.auth.BearerToken;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenRegistry;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;

/// Authentication of HTTP requests by the token in their `Authorization` header.
record RequestAuthentication(TokenRegistry tokens) {

  /// The administrator's token that a request shows.
  ///
  /// @throws HttpProblem if it shows none
  StoredToken admin(ServerRequest request) {
    try {
      return tokens.admin(bearer(request));
    } catch (AuthenticationFailure e) {
      throw new HttpProblem(Status.UNAUTHORIZED_401, e.reason());
    }
  }

  /// The token of a new agent, in exchange for the enrolment token that the request shows.
  ///
  /// @throws HttpProblem if it shows none
  BearerToken enrol(ServerRequest request) {
    try {
      return tokens.exchangeEnrolment(bearer(request));
    } catch (AuthenticationFailure e) {
      throw new HttpProblem(Status.UNAUTHORIZED_401, e.reason());
    }
  }

  private static String bearer(ServerRequest request) {
    String header = request.headers().value(HeaderNames.AUTHORIZATION).orElse("");
    if (!header.startsWith("Bearer ")) {
      throw new HttpProblem(
          Status.UNAUTHORIZED_401, "no token; send one in the header Authorization: Bearer TOKEN");
    }
    return header.substring("Bearer ".length()).strip();
  }
}
