package dev.pawl.cli.report;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.auth.StoredToken;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token in the output of `pawl token list`, as a table row or as JSON. Neither contains the
/// hash.
///
/// @param state `active` for a valid token without an expiry
public record TokenTable(
    String id,
    String kind,
    String name,
    List<String> labels,
    String state,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt) {

  public static TokenTable of(StoredToken token) {
    return new TokenTable(
        token.id(),
        Machine.wireName(token.kind()),
        token.name(),
        token.labels(),
        state(token),
        token.createdBy(),
        token.createdAt(),
        token.expiresAt());
  }

  private static String state(StoredToken token) {
    if (token.revokedAt() != null) {
      return "revoked";
    }
    if (token.usedAt() != null) {
      return "used";
    }
    return token.expiresAt() == null ? "active" : "until " + token.expiresAt();
  }

  /// The lines of the table.
  public static List<String> table(List<TokenTable> tokens) {
    var table = new TextTable("ID", "KIND", "NAME", "LABELS", "STATE");
    for (TokenTable token : tokens) {
      table.add(token.id, token.kind, token.name, String.join(",", token.labels), token.state);
    }
    return table.lines();
  }
}
