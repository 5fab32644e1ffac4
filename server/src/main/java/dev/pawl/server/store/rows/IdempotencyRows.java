package dev.pawl.server.store.rows;

import dev.pawl.server.store.StoredAnswer;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// Reads and writes the table of idempotency keys.
public final class IdempotencyRows {

  private final Database database;

  /// A key that was used before.
  ///
  /// @param request hash of the body that it came with
  /// @param claim of the request that is being worked on; empty once it is answered
  /// @param status of the answer; 0 while there is none
  public record Used(String request, String claim, int status, String answer, Instant at) {}

  public IdempotencyRows(Database database) {
    this.database = database;
  }

  /// Claims a key for a request. Returns what is known of the key if it was used before.
  ///
  /// @param asked the request; its status and body are not used
  /// @param request hash of its body
  /// @param oldest keys that are older are forgotten
  public Optional<Used> claim(StoredAnswer asked, String request, Instant now, Instant oldest) {
    return database.transact(sql -> {
      Optional<Used> used = find(sql, asked);
      if (used.isPresent() && used.get().at().isAfter(oldest)) {
        return used;
      }
      write(sql, asked, request, now);
      return Optional.empty();
    });
  }

  /// Takes a key over from a request that nobody works on any more. Returns false if another
  /// request was first.
  public boolean takeOver(StoredAnswer asked, String abandoned, Instant now) {
    return database.transact(sql ->
        sql.statement(
                    """
                    UPDATE idempotency_key SET claim = :claim, at = :at
                    WHERE token = :token AND route = :route AND key = :key AND claim = :abandoned
                    """)
                .with("claim", asked.claim())
                .with("at", now)
                .with("token", asked.token())
                .with("route", asked.route())
                .with("key", asked.key())
                .with("abandoned", abandoned)
                .update()
            == 1);
  }

  private static Optional<Used> find(SqlConnection sql, StoredAnswer asked) throws SQLException {
    return sql.statement(
            """
            SELECT request, claim, status, answer, at FROM idempotency_key
            WHERE token = :token AND route = :route AND key = :key
            """)
        .with("token", asked.token())
        .with("route", asked.route())
        .with("key", asked.key())
        .first(row ->
            new Used(
                row.getString(1),
                row.getString(2),
                row.getInt(3),
                row.getString(4),
                SqlConnection.instant(row, 5)));
  }

  private static void write(SqlConnection sql, StoredAnswer asked, String request, Instant now)
      throws SQLException {
    sql.statement(
            """
            INSERT INTO idempotency_key (token, route, key, request, claim, status, answer, at)
            VALUES (:token, :route, :key, :request, :claim, 0, '', :at)
            ON CONFLICT (token, route, key)
            DO UPDATE SET request = :request, claim = :claim, status = 0, answer = '', at = :at
            """)
        .with("token", asked.token())
        .with("route", asked.route())
        .with("key", asked.key())
        .with("request", request)
        .with("claim", asked.claim())
        .with("at", now)
        .update();
  }

  /// Stores the answer to a request that has changed nothing in the store, or is not decided by the
  /// engine.
  public void answer(StoredAnswer answer) {
    database.transact(sql -> answer(sql, answer));
  }

  /// Stores an answer in the transaction of a commit.
  public static int answer(SqlConnection sql, StoredAnswer answer) throws SQLException {
    return sql.statement(
            """
            UPDATE idempotency_key SET claim = '', status = :status, answer = :answer
            WHERE token = :token AND route = :route AND key = :key AND claim = :claim
            """)
        .with("status", answer.status())
        .with("answer", answer.body())
        .with("token", answer.token())
        .with("route", answer.route())
        .with("key", answer.key())
        .with("claim", answer.claim())
        .update();
  }

  /// Forgets a claim: the request was not decided, and may be repeated.
  public void release(StoredAnswer asked) {
    database.transact(sql ->
        sql.statement(
                """
                DELETE FROM idempotency_key
                WHERE token = :token AND route = :route AND key = :key AND claim = :claim
                """)
            .with("token", asked.token())
            .with("route", asked.route())
            .with("key", asked.key())
            .with("claim", asked.claim())
            .update());
  }

  /// Deletes keys that were used before that time; at most so many. Returns how many.
  public int prune(Instant before, int most) {
    return database.transact(sql ->
        sql.statement(
                """
                DELETE FROM idempotency_key WHERE (token, route, key) IN (
                  SELECT token, route, key FROM idempotency_key WHERE at < :before LIMIT :most)
                """)
            .with("before", before)
            .with("most", most)
            .update());
  }
}
