package dev.pawl.cli.report;

import dev.pawl.server.api.document.Administration.TokenDocument;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A token in the output of `pawl token list`, as a table row or as JSON. Neither contains the
/// hash.
///
/// @param role of a person; null for agents
/// @param state `active` for a valid token without an expiry
public record TokenTable(
    String id,
    String kind,
    String name,
    @Nullable String role,
    List<String> teams,
    List<String> labels,
    String state,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt) {

  public TokenTable {
    teams = List.copyOf(teams);
    labels = List.copyOf(labels);
  }

  public static TokenTable of(TokenDocument token) {
    return new TokenTable(
        token.id(),
        token.kind(),
        token.name(),
        token.role(),
        token.teams(),
        token.labels(),
        state(token),
        token.createdBy(),
        token.createdAt(),
        token.expiresAt(),
        token.lastUsedAt());
  }

  private static String state(TokenDocument token) {
    Instant expires = token.expiresAt();
    if (token.revokedAt() != null) {
      return "revoked";
    }
    if (token.kind().equals("enrolment") && token.lastUsedAt() != null) {
      return "used";
    }
    if (expires == null) {
      return "active";
    }
    return (expires.isAfter(Instant.now()) ? "until " : "expired ") + expires;
  }

  /// The lines of the table.
  public static List<String> table(List<TokenTable> tokens) {
    var table = new AlignedTable("ID", "KIND", "NAME", "ROLE", "TEAMS", "LABELS", "STATE");
    for (TokenTable token : tokens) {
      table.add(
          token.id,
          token.kind,
          token.name,
          token.role == null ? "" : token.role,
          String.join(",", token.teams),
          String.join(",", token.labels),
          token.state);
    }
    return table.lines();
  }
}
