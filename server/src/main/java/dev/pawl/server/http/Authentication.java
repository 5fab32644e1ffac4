package dev.pawl.server.http;

import dev.pawl.server.auth.AuthenticationFailure;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.auth.Sessions;
import dev.pawl.server.auth.TokenRegistry;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import java.util.Arrays;
import java.util.Optional;

/// Authenticates requests: by the token in their `Authorization` header, or by the cookie of a
/// session, which counts only from a page of this server.
///
/// @param origin of the server's own pages, for example `https://ci.example.com`; empty for the
///   host that the request names
public record Authentication(TokenRegistry tokens, Sessions sessions, Optional<String> origin) {

  public static final String COOKIE = "pawl_session";

  /// The person that makes the request.
  ///
  /// @throws HttpProblem if they show no valid token
  public Principal authenticate(Headers headers) {
    if (headers.first(HeaderNames.AUTHORIZATION).isEmpty()) {
      return cookie(headers)
          .flatMap(sessions::find)
          .orElseThrow(() ->
              HttpProblem.unauthorized(
                  "no token; send one in the header Authorization: Bearer TOKEN"));
    }
    try {
      return tokens.user(bearer(headers));
    } catch (AuthenticationFailure e) {
      throw HttpProblem.unauthorized(e.reason());
    }
  }

  /// The token in the header.
  ///
  /// @throws HttpProblem if there is none
  public static String bearer(Headers headers) {
    String header = headers.first(HeaderNames.AUTHORIZATION).orElse("");
    if (!header.startsWith("Bearer ")) {
      throw HttpProblem.unauthorized(
          "no token; send one in the header Authorization: Bearer TOKEN");
    }
    return header.substring("Bearer ".length()).strip();
  }

  /// The cookie of a session.
  public static Optional<String> cookie(Headers headers) {
    String prefix = COOKIE + "=";
    return headers.first(HeaderNames.COOKIE).stream()
        .flatMap(cookies -> Arrays.stream(cookies.split(";", -1)))
        .map(String::strip)
        .filter(one -> one.startsWith(prefix))
        .map(one -> one.substring(prefix.length()))
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  /// Rejects a request that a page of another site has sent: a browser says where the page is from
  /// with every request that changes something, and with every WebSocket.
  ///
  /// @throws HttpProblem if it is of another site
  public void requireSameOrigin(Headers headers) {
    Optional<String> from = headers.first(HeaderNames.ORIGIN);
    if (from.isEmpty()) {
      return;
    }
    String host = headers.first(HeaderNames.HOST).orElse("");
    boolean isOwn =
        origin
            .map(from.get()::equals)
            .orElseGet(() -> from.get().replaceFirst("^https?://", "").equals(host));
    if (!isOwn) {
      throw HttpProblem.forbidden(
          "requests from web pages of other sites are not accepted (Origin '%s'). Start the server with --public-url if '%s' is its own address."
              .formatted(from.get(), from.get()));
    }
  }
}
