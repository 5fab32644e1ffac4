package dev.pawl.server.auth;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is kept of a token.
///
/// @param name what people call whom it is for
/// @param labels what its agent may call itself; empty for anything
/// @param expiresAt from when on it is no use; null for never
/// @param usedAt when an enrolment was used
public record StoredToken(
    String id,
    TokenKind kind,
    String org,
    String name,
    List<String> labels,
    String hash,
    String createdBy,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant usedAt,
    @Nullable Instant revokedAt) {

  public StoredToken {
    labels = List.copyOf(labels);
  }

  /// Why it is no use any more at that time; empty if it is.
  public String invalidReason(Instant now) {
    if (revokedAt != null) {
      return "the token was revoked";
    }
    if (usedAt != null) {
      return "the enrolment token was used already";
    }
    return expiresAt != null && !now.isBefore(expiresAt) ? "the token has expired" : "";
  }

  /// Nothing of it is printed by chance.
  @Override
  public String toString() {
    return "Token[%s]".formatted(id);
  }
}
