package dev.pawl.server.http;

import dev.pawl.server.store.StoredAnswer;
import dev.pawl.server.store.rows.IdempotencyRows;
import dev.pawl.server.store.rows.IdempotencyRows.Used;
import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Makes requests repeatable: a client that got no answer sends the same `Idempotency-Key` again,
/// and gets the answer of the first request without anything happening twice, for a day.
///
/// A request claims its key first. What the engine decides stores the answer in its own commit; so
/// a claim without an answer, whose process is gone, has changed nothing, and the next request
/// takes it over.
///
/// @param process id of this process, by which its claims are known
/// @param isOnly whether no other process serves the store
/// @param clock the store's time
public record IdempotencyKeys(
    IdempotencyRows rows,
    String process,
    boolean isOnly,
    InstantSource clock,
    Supplier<String> ids) {

  /// How long an answer is kept.
  public static final Duration KEPT = Duration.ofHours(24);

  /// A claim that is older has no request any more: each ends before.
  private static final Duration LONGEST_REQUEST = Duration.ofMinutes(2);

  private static final int LONGEST_KEY = 200;

  /// A key, as a token uses it for a route.
  record Key(String token, String route, String key) {}

  /// The claim of a key, or the answer that it has.
  sealed interface Outcome {
    record Claimed(ApiRequest.Claim claim) implements Outcome {}

    record Answered(Answer answer) implements Outcome {}
  }

  /// Claims a key for a request.
  ///
  /// @throws HttpProblem if it was used for another request, or one that is still being worked on
  Outcome claim(Key key, byte[] body) {
    if (key.key().length() > LONGEST_KEY) {
      throw HttpProblem.badRequest(
          "Idempotency-Key must have at most %d characters".formatted(LONGEST_KEY));
    }
    String claim = process + ":" + ids.get();
    String request = hash(body);
    var asked = new StoredAnswer(key.token(), key.route(), key.key(), claim, 0, "");
    Instant now = clock.instant();
    Optional<Used> before = rows.claim(asked, request, now, now.minus(KEPT));
    if (before.isEmpty()) {
      return new Outcome.Claimed(new ApiRequest.Claim(key, claim));
    }
    Used used = before.get();
    if (!used.request().equals(request)) {
      throw HttpProblem.unprocessable(
          "idempotency_key_reused",
          "this Idempotency-Key was used for another request. Use a new key for each request.");
    }
    if (used.status() != 0) {
      return new Outcome.Answered(answer(used));
    }
    if (isAbandoned(used, now) && rows.takeOver(asked, used.claim(), now)) {
      return new Outcome.Claimed(new ApiRequest.Claim(key, claim));
    }
    throw HttpProblem.conflict(
        "idempotency_key_in_use",
        "the first request with this Idempotency-Key is not answered yet");
  }

  private boolean isAbandoned(Used used, Instant now) {
    boolean isOurs = used.claim().startsWith(process + ":");
    return (isOnly && !isOurs) || used.at().plus(LONGEST_REQUEST).isBefore(now);
  }

  private static Answer answer(Used used) {
    Status status = Status.create(used.status());
    boolean isProblem = used.status() >= Status.BAD_REQUEST_400.code();
    return new Answer.Bytes(
        status,
        isProblem ? "application/problem+json" : "application/json",
        used.answer().getBytes(StandardCharsets.UTF_8),
        Map.of());
  }

  /// Stores the answer, if no commit has stored it.
  void answered(ApiRequest.Claim claim, Status status, String body) {
    rows.answer(stored(claim, status.code(), body));
  }

  /// The request was not decided: the same key may be used again at once.
  void release(ApiRequest.Claim claim) {
    rows.release(stored(claim, 0, ""));
  }

  private static StoredAnswer stored(ApiRequest.Claim claim, int status, String body) {
    Key key = claim.key();
    return new StoredAnswer(key.token(), key.route(), key.key(), claim.id(), status, body);
  }

  static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
