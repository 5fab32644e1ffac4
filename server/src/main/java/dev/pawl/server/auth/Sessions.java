package dev.pawl.server.auth;

import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/// Sessions of browsers: a person exchanges a token for a cookie, which has the same rights until
/// it expires or the token is revoked. Only hashes of cookies are stored.
///
/// @param clock the store's time
public record Sessions(Database database, TokenRows tokens, InstantSource clock) {

  public static final Duration LIFETIME = Duration.ofHours(12);

  /// Starts a session with the rights of a token. Returns the cookie, which is stored nowhere.
  public String start(Principal person) {
    Instant now = clock.instant();
    String cookie = BearerToken.randomSecret();
    database.transact(sql -> {
      sql.statement("DELETE FROM session WHERE expires_at < :now").with("now", now).update();
      return sql.statement(
              "INSERT INTO session (hash, token, expires_at) VALUES (:hash, :token, :expires)")
          .with("hash", BearerToken.hash(cookie))
          .with("token", person.token())
          .with("expires", now.plus(LIFETIME))
          .update();
    });
    return cookie;
  }

  /// The person whose browser has the cookie; empty if the session or its token is over.
  public Optional<Principal> find(String cookie) {
    Instant now = clock.instant();
    return database
        .forReaders()
        .read(sql ->
            sql.statement("SELECT token, expires_at FROM session WHERE hash = :hash")
                .with("hash", BearerToken.hash(cookie))
                .first(row -> now.isBefore(SqlConnection.instant(row, 2)) ? row.getString(1) : ""))
        .flatMap(tokens::find)
        .filter(token -> token.kind() == TokenKind.USER && token.invalidReason(now).isEmpty())
        .map(Principal::of);
  }

  /// Deletes sessions that have expired; at most so many. Returns how many.
  public int prune(int most) {
    return database.transact(sql ->
        sql.statement(
                """
                DELETE FROM session WHERE hash IN (
                  SELECT hash FROM session WHERE expires_at < :now LIMIT :most)
                """)
            .with("now", clock.instant())
            .with("most", most)
            .update());
  }

  public void end(String cookie) {
    database.transact(sql ->
        sql.statement("DELETE FROM session WHERE hash = :hash")
            .with("hash", BearerToken.hash(cookie))
            .update());
  }
}
