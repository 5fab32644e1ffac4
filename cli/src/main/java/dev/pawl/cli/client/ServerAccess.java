package dev.pawl.cli.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// A server, and how a person uses it.
///
/// @param server its address, without a slash at the end
/// @param tls trusts the server, if it speaks TLS
/// @param token empty if there is none
/// @param org empty for the org of the token
public record ServerAccess(
    URI server, SSLContext tls, Optional<String> token, Optional<String> org) {

  /// The address of a server; empty if the text is none.
  public static Optional<URI> address(String text) {
    try {
      URI given = new URI(text.strip().replaceFirst("/+$", ""));
      String scheme = String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT);
      boolean isServer =
          List.of("http", "https").contains(scheme)
              && given.getHost() != null
              && given.getRawUserInfo() == null
              && given.getRawQuery() == null
              && given.getRawFragment() == null;
      return isServer ? Optional.of(given) : Optional.empty();
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  /// Without the token.
  @Override
  public String toString() {
    return "ServerAccess[%s]".formatted(server);
  }
}
