package dev.pawl.server.api.document;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.auth.OrgRows.OrgRow;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.auth.StoredToken;
import dev.pawl.server.auth.TokenKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Orgs, tokens and sessions.
public final class Administration {

  /// The person that makes the request.
  public record WhoDocument(
      String user, String org, String role, List<String> teams, List<String> permissions) {
    public WhoDocument {
      teams = List.copyOf(teams);
      permissions = List.copyOf(permissions);
    }

    public static WhoDocument of(Principal who, List<String> permissions) {
      return new WhoDocument(who.user(), who.org(), who.role().text(), who.teams(), permissions);
    }
  }

  /// An org.
  public record OrgDocument(String id, Instant createdAt, String createdBy) {
    public static OrgDocument of(OrgRow org) {
      return new OrgDocument(org.id(), org.createdAt(), org.createdBy());
    }
  }

  /// To create an org.
  public record OrgRequest(String id) {}

  /// A token, without its secret.
  ///
  /// @param kind user, agent or enrolment
  /// @param role of a person; null for agents
  /// @param lastUsedAt about when; of an enrolment token, when it was exchanged
  public record TokenDocument(
      String id,
      String kind,
      String name,
      @Nullable String role,
      List<String> teams,
      List<String> labels,
      String createdBy,
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable Instant lastUsedAt,
      @Nullable Instant revokedAt) {
    public TokenDocument {
      teams = List.copyOf(teams);
      labels = List.copyOf(labels);
    }

    public static TokenDocument of(StoredToken token) {
      return new TokenDocument(
          token.id(),
          Machine.wireName(token.kind()),
          token.name(),
          token.kind() == TokenKind.USER ? token.role().text() : null,
          token.teams(),
          token.labels(),
          token.createdBy(),
          token.createdAt(),
          token.expiresAt(),
          token.usedAt(),
          token.revokedAt());
    }
  }

  /// To create a token.
  ///
  /// @param kind user or agent; null for user
  /// @param name of the person or the agent
  /// @param role of a person
  /// @param teams of a person, as `team:ops`; null for none
  /// @param labels that an agent may have; null for any
  /// @param expiresAt null for never
  public record TokenRequest(
      @Nullable String kind,
      String name,
      @Nullable String role,
      @Nullable List<String> teams,
      @Nullable List<String> labels,
      @Nullable Instant expiresAt) {}

  /// To create an enrolment token.
  ///
  /// @param name of the agent
  /// @param labels that it may have; null for any
  public record EnrolmentRequest(String name, @Nullable List<String> labels) {}

  /// A new token: its text is answered this once.
  public record NewTokenDocument(String id, String token) {}

  private Administration() {}
}
