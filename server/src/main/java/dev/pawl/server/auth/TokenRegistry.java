package dev.pawl.server.auth;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Issues tokens, and says whom one that is shown belongs to.
///
/// @param clock the store's
public record TokenRegistry(TokenRows rows, InstantSource clock) {

  /// The one there is so far.
  public static final String DEFAULT_ORG = "default";

  /// How long an enrolment token may lie about.
  public static final Duration ENROLMENT = Duration.ofHours(1);

  private static final String UNKNOWN = "there is no such token";

  /// A new token of an agent. What it returns is kept nowhere.
  ///
  /// @param labels what the agent may call itself; empty for anything
  public BearerToken issue(String name, List<String> labels, String by) {
    return issue(TokenKind.AGENT, name, labels, by);
  }

  /// A new token of somebody who may do everything.
  public BearerToken admin(String name, String by) {
    return issue(TokenKind.ADMIN, name, List.of(), by);
  }

  /// A new enrolment token.
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
        DEFAULT_ORG,
        name,
        labels,
        text.hash(),
        by,
        now,
        expires,
        null,
        null);
  }

  /// The agent's token that a text is.
  public StoredToken agent(String shown) throws AuthenticationFailure {
    return known(shown, TokenKind.AGENT);
  }

  /// Who may do everything, by the token that a text is.
  public StoredToken admin(String shown) throws AuthenticationFailure {
    return known(shown, TokenKind.ADMIN);
  }

  /// Exchanges an enrolment token, which is of no use afterwards, for an agent's.
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
          "that is %s, not %s".formatted(words(token.kind()), words(kind)));
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

  /// From now on it is no use. Says whether it was some until then.
  public boolean revoke(String id) {
    return rows.revoke(id, clock.instant());
  }

  /// Those of these that are revoked.
  public Set<String> revoked(Set<String> ids) {
    return ids.isEmpty() ? Set.of() : rows.revoked(ids);
  }
}
