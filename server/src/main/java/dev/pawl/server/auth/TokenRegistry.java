package dev.pawl.server.auth;

import dev.pawl.core.run.Origin;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Issues, authenticates and revokes tokens.
///
/// @param clock the store's time
public record TokenRegistry(TokenRows rows, InstantSource clock) {

  /// Lifetime of an enrolment token.
  public static final Duration ENROLMENT = Duration.ofHours(1);

  private static final String UNKNOWN = "the token is unknown";

  /// Issues a token for an agent. The text that is returned is stored nowhere.
  ///
  /// @param labels labels that the agent may have; empty for any
  public BearerToken issue(String name, List<String> labels, String by) {
    return issue(TokenKind.AGENT, name, labels, by);
  }

  /// Issues an administrator's token.
  public BearerToken admin(String name, String by) {
    return issue(TokenKind.ADMIN, name, List.of(), by);
  }

  /// Issues an enrolment token.
  public BearerToken enrolment(String name, List<String> labels, String by) {
    return issue(TokenKind.ENROLMENT, name, labels, by);
  }

  private BearerToken issue(TokenKind kind, String name, List<String> labels, String by) {
    BearerToken text = BearerToken.generate(kind);
    rows.add(token(text, name, labels, by));
    return text;
  }

  private StoredToken token(BearerToken text, String name, List<String> labels, String by) {
    var now = clock.instant();
    var expires = text.kind() == TokenKind.ENROLMENT ? now.plus(ENROLMENT) : null;
    return new StoredToken(
        text.id(),
        text.kind(),
        Origin.DEFAULT_ORG,
        name,
        labels,
        text.hash(),
        by,
        now,
        expires,
        null,
        null);
  }

  /// Authenticates an agent.
  public StoredToken agent(String shown) throws AuthenticationFailure {
    return known(shown, TokenKind.AGENT);
  }

  /// Authenticates an administrator.
  public StoredToken admin(String shown) throws AuthenticationFailure {
    return known(shown, TokenKind.ADMIN);
  }

  /// Exchanges an enrolment token, which is invalid afterwards, for an agent's.
  public BearerToken exchangeEnrolment(String shown) throws AuthenticationFailure {
    StoredToken enrolment = known(shown, TokenKind.ENROLMENT);
    BearerToken text = BearerToken.generate(TokenKind.AGENT);
    StoredToken agent =
        token(text, enrolment.name(), enrolment.labels(), "enrolment " + enrolment.id());
    if (!rows.exchange(enrolment.id(), agent)) {
      throw new AuthenticationFailure("the enrolment token was used already");
    }
    return text;
  }

  private StoredToken known(String shown, TokenKind kind) throws AuthenticationFailure {
    BearerToken text =
        BearerToken.parse(shown).orElseThrow(() -> new AuthenticationFailure(UNKNOWN));
    StoredToken token = rows.find(text.id()).orElseThrow(() -> new AuthenticationFailure(UNKNOWN));
    if (!text.hasHash(token.hash())) {
      throw new AuthenticationFailure(UNKNOWN);
    }
    if (token.kind() != kind) {
      throw new AuthenticationFailure(
          "it is %s, and this needs %s".formatted(words(token.kind()), words(kind)));
    }
    String problem = token.invalidReason(clock.instant());
    if (!problem.isEmpty()) {
      throw new AuthenticationFailure(problem);
    }
    return token;
  }

  private static String words(TokenKind kind) {
    return switch (kind) {
      case AGENT -> "an agent's token";
      case ADMIN -> "an administrator's token";
      case ENROLMENT -> "an enrolment token";
    };
  }

  public List<StoredToken> all() {
    return rows.all();
  }

  public Optional<StoredToken> find(String id) {
    return rows.find(id);
  }

  /// Revokes a token. Returns whether it was valid until then.
  public boolean revoke(String id) {
    return rows.revoke(id, clock.instant());
  }

  /// Those of the ids that are revoked.
  public Set<String> revoked(Set<String> ids) {
    return ids.isEmpty() ? Set.of() : rows.revoked(ids);
  }
}
