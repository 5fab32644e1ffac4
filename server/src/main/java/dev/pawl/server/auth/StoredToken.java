package dev.pawl.server.auth;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Record of a token. Its secret is not stored, only a hash.
///
/// @param name name of the agent or person that it was issued for
/// @param role what a person may do; of an agent, the least
/// @param teams the person's teams, as `team:ops`
/// @param labels labels that its agent may have; empty for any
/// @param expiresAt null if it does not expire
/// @param usedAt when an enrolment token was exchanged; of others, about when it was used last
public record StoredToken(
    String id,
    TokenKind kind,
    String org,
    String name,
    List<String> labels,
    Role role,
    List<String> teams,
    String hash,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant usedAt,
    @Nullable Instant revokedAt) {

  public StoredToken {
    labels = List.copyOf(labels);
    teams = List.copyOf(teams);
  }

  /// The reason why it is invalid at that time; empty if it is valid.
  public String invalidReason(Instant now) {
    if (revokedAt != null) {
      return "the token was revoked";
    }
    if (usedAt != null && kind == TokenKind.ENROLMENT) {
      return "the enrolment token was used already";
    }
    return expiresAt != null && !now.isBefore(expiresAt) ? "the token has expired" : "";
  }

  /// Shows nothing but the id, also in logs.
  @Override
  public String toString() {
    return "Token[%s]".formatted(id);
  }
}
