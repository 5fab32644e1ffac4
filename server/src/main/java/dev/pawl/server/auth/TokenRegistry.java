package dev.pawl.server.auth;

import dev.pawl.core.run.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Issues, authenticates and revokes tokens.
///
/// @param clock the store's time
public record TokenRegistry(TokenRows rows, InstantSource clock) {

  /// Lifetime of an enrolment token.
  public static final Duration ENROLMENT = Duration.ofHours(1);

  /// The last use of a token is noted this often.
  private static final Duration USE_PRECISION = Duration.ofHours(1);

  private static final String UNKNOWN = "the token is unknown";

  /// The purpose of a new token.
  ///
  /// @param labels labels that an agent may have; empty for any
  /// @param role what a person may do
  /// @param teams of a person
  /// @param expires null for the default: an hour for enrolment, else never
  public record Grant(
      TokenKind kind,
      String org,
      String name,
      List<String> labels,
      Role role,
      List<String> teams,
      @Nullable Instant expires) {

    public static Grant agent(String org, String name, List<String> labels) {
      return new Grant(TokenKind.AGENT, org, name, labels, Role.VIEWER, List.of(), null);
    }

    public static Grant enrolment(String org, String name, List<String> labels) {
      return new Grant(TokenKind.ENROLMENT, org, name, labels, Role.VIEWER, List.of(), null);
    }

    public static Grant user(String org, String name, Role role, List<String> teams) {
      return new Grant(TokenKind.USER, org, name, List.of(), role, teams, null);
    }

    public Grant expiring(@Nullable Instant at) {
      return new Grant(kind, org, name, labels, role, teams, at);
    }
  }

  /// Issues a token for an agent of the default org.
  ///
  /// @param labels labels that the agent may have; empty for any
  public BearerToken issue(String name, List<String> labels, String by) {
    return issue(Grant.agent(Origin.DEFAULT_ORG, name, labels), by);
  }

  /// Issues a token of the server's administrator.
  public BearerToken admin(String name, String by) {
    return issue(Grant.user(Origin.DEFAULT_ORG, name, Role.SERVER_ADMIN, List.of()), by);
  }

  /// Issues an enrolment token for the default org.
  public BearerToken enrolment(String name, List<String> labels, String by) {
    return issue(Grant.enrolment(Origin.DEFAULT_ORG, name, labels), by);
  }

  /// Issues a token. The text that is returned is stored nowhere.
  public BearerToken issue(Grant grant, String by) {
    BearerToken text = BearerToken.generate(grant.kind());
    rows.add(token(text, grant, by));
    return text;
  }

  private StoredToken token(BearerToken text, Grant grant, String by) {
    Instant now = clock.instant();
    @Nullable Instant expires =
        grant.expires() == null && grant.kind() == TokenKind.ENROLMENT
            ? now.plus(ENROLMENT)
            : grant.expires();
    return new StoredToken(
        text.id(),
        text.kind(),
        grant.org(),
        grant.name(),
        grant.labels(),
        grant.role(),
        grant.teams(),
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

  /// Authenticates a person.
  public Principal user(String shown) throws AuthenticationFailure {
    StoredToken token = known(shown, TokenKind.USER);
    Instant now = clock.instant();
    Instant since = now.minus(USE_PRECISION);
    if (token.usedAt() == null || token.usedAt().isBefore(since)) {
      rows.markUsed(token.id(), now, since);
    }
    return Principal.of(token);
  }

  /// Exchanges an enrolment token, which is invalid afterwards, for an agent's.
  public BearerToken exchangeEnrolment(String shown) throws AuthenticationFailure {
    StoredToken enrolment = known(shown, TokenKind.ENROLMENT);
    BearerToken text = BearerToken.generate(TokenKind.AGENT);
    StoredToken agent =
        token(
            text,
            Grant.agent(enrolment.org(), enrolment.name(), enrolment.labels()),
            "enrolment " + enrolment.id());
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
      case USER -> "a person's token";
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
