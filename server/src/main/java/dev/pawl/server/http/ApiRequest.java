package dev.pawl.server.http;

import dev.pawl.core.identity.Actor;
import dev.pawl.server.auth.Principal;
import dev.pawl.server.store.StoredAnswer;
import io.helidon.http.HeaderName;
import io.helidon.webserver.http.ServerRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request that its route allows: who makes it, and what it says.
public final class ApiRequest {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MOST = 200;

  private final ServerRequest raw;
  private final @Nullable Principal principal;
  private final Map<String, String> path;
  private final byte[] body;
  private @Nullable Claim claim;

  /// The claim of an `Idempotency-Key`, by which the answer is stored.
  record Claim(IdempotencyKeys.Key key, String id) {}

  ApiRequest(
      ServerRequest raw, @Nullable Principal principal, Map<String, String> path, byte[] body) {
    this.raw = raw;
    this.principal = principal;
    this.path = Map.copyOf(path);
    this.body = body;
  }

  void claim(Claim its) {
    claim = its;
  }

  public ServerRequest raw() {
    return raw;
  }

  /// Who makes the request.
  public Principal principal() {
    return Objects.requireNonNull(principal, "the route needs a token");
  }

  public Actor actor() {
    return principal().actor();
  }

  /// The org that it is about.
  public String org() {
    return path("org");
  }

  /// A parameter of the path.
  public String path(String name) {
    return Objects.requireNonNull(path.get(name), name);
  }

  /// A parameter of the query; empty if it is not given, or empty.
  public Optional<String> query(String name) {
    return raw.query().contains(name)
        ? Optional.of(raw.query().get(name)).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  public Optional<String> header(HeaderName name) {
    return raw.headers().first(name);
  }

  /// A number in the query.
  ///
  /// @throws HttpProblem if it is not a number between those
  public Optional<Long> number(String name, long least, long most) {
    return query(name)
        .map(text -> {
          if (text.matches("-?[0-9]{1,18}")) {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
              return number;
            }
          }
          throw HttpProblem.badRequest(
              "`%s` must be a number from %d to %d".formatted(name, least, most));
        });
  }

  /// How many items a page has at most.
  public int limit() {
    return (int) (long) number("limit", 1, MOST).orElse((long) DEFAULT_LIMIT);
  }

  /// The cursor; empty for the first page.
  public String cursor() {
    return query("cursor").orElse("");
  }

  public boolean isEmpty() {
    return body.length == 0;
  }

  /// The body as an object of that type.
  ///
  /// @throws HttpProblem if it is none
  public <T> T body(Class<T> type) {
    return JsonBody.read(body, type);
  }

  /// The body as an object of that type; without a body, an object without fields.
  public <T> T bodyOrEmpty(Class<T> type) {
    return JsonBody.read(isEmpty() ? new byte[] {'{', '}'} : body, type);
  }

  byte[] bytes() {
    return body;
  }

  /// The answer that is to be stored by the commit that does what the request asks for, if it may
  /// be repeated.
  public Optional<StoredAnswer> storedAnswer(Answer answer) {
    return claim != null
            && answer instanceof Answer.Json(var status, var object, var isSecret)
            && !isSecret
        ? Optional.of(
            new StoredAnswer(
                claim.key().token(),
                claim.key().route(),
                claim.key().key(),
                claim.id(),
                status.code(),
                JsonBody.write(object)))
        : Optional.empty();
  }
}
