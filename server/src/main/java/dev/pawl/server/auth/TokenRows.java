package dev.pawl.server.auth;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads and writes the table of tokens. Tokens have no journal: they change by an administrator's
/// command only.
public final class TokenRows {

  private static final String COLUMNS =
      "id, kind, org, name, labels, role, teams, hash, created_by, created_at, expires_at, used_at,"
          + " revoked_at";

  private final Database database;

  public TokenRows(Database database) {
    this.database = database;
  }

  public void add(StoredToken token) {
    database.transact(sql -> insert(sql, token));
  }

  private static int insert(SqlConnection sql, StoredToken token) throws SQLException {
    return sql.statement(
            """
            INSERT INTO token
              (id, kind, org, name, labels, role, teams, hash, created_by, created_at, expires_at)
            VALUES (:id, :kind, :org, :name, :labels, :role, :teams, :hash, :by, :at, :expires)
            """)
        .with("id", token.id())
        .with("kind", Machine.wireName(token.kind()))
        .with("org", token.org())
        .with("name", token.name())
        .with("labels", StoreCodec.encodeTexts(token.labels()))
        .with("role", token.kind() == TokenKind.USER ? token.role().text() : "")
        .with("teams", StoreCodec.encodeTexts(token.teams()))
        .with("hash", token.hash())
        .with("by", token.createdBy())
        .with("at", token.createdAt())
        .with("expires", token.expiresAt())
        .update();
  }

  /// Exchanges an enrolment token, which works once, for another token. Returns false, and adds
  /// nothing, if the enrolment token was used or revoked before.
  public boolean exchange(String used, StoredToken added) {
    return database.transact(sql -> {
      int exchanged =
          sql.statement(
                  """
                  UPDATE token SET used_at = :at
                  WHERE id = :id AND used_at IS NULL AND revoked_at IS NULL
                  """)
              .with("id", used)
              .with("at", added.createdAt())
              .update();
      if (exchanged == 1) {
        insert(sql, added);
      }
      return exchanged == 1;
    });
  }

  public boolean revoke(String id, Instant at) {
    return database.transact(sql ->
        sql.statement("UPDATE token SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL")
                .with("id", id)
                .with("at", at)
                .update()
            == 1);
  }

  public Optional<StoredToken> find(String id) {
    return database
        .forReaders()
        .read(sql ->
            sql.statement("SELECT %s FROM token WHERE id = :id".formatted(COLUMNS))
                .with("id", id)
                .first(TokenRows::token));
  }

  public List<StoredToken> all() {
    return database
        .forReaders()
        .read(sql ->
            sql.statement("SELECT %s FROM token ORDER BY created_at, id".formatted(COLUMNS))
                .list(TokenRows::token));
  }

  /// The tokens of an org after that one, by their ids; at most so many.
  public List<StoredToken> after(String org, String id, int limit) {
    return database
        .forReaders()
        .read(sql ->
            sql.statement(
                    "SELECT %s FROM token WHERE org = :org AND id > :after ORDER BY id LIMIT :limit"
                        .formatted(COLUMNS))
                .with("org", org)
                .with("after", id)
                .with("limit", limit)
                .list(TokenRows::token));
  }

  /// Notes that a token was used, if the last note is older than `since`.
  void markUsed(String id, Instant at, Instant since) {
    database.transact(sql ->
        sql.statement(
                """
                UPDATE token SET used_at = :at
                WHERE id = :id AND (used_at IS NULL OR used_at < :since)
                """)
            .with("id", id)
            .with("at", at)
            .with("since", since)
            .update());
  }

  /// The ids among these that are revoked. Reads all revoked tokens, which are few.
  public Set<String> revoked(Set<String> ids) {
    Set<String> revoked =
        new HashSet<>(
            database.read(sql ->
                sql.statement("SELECT id FROM token WHERE revoked_at IS NOT NULL")
                    .list(row -> row.getString(1))));
    revoked.retainAll(ids);
    return revoked;
  }

  private static StoredToken token(ResultSet row) throws SQLException {
    @Nullable Instant expires = SqlConnection.instantOrNull(row, "expires_at");
    return new StoredToken(
        row.getString("id"),
        Machine.ofWireName(TokenKind.class, row.getString("kind")),
        row.getString("org"),
        row.getString("name"),
        StoreCodec.texts(row.getString("labels")),
        Role.of(row.getString("role")).orElse(Role.VIEWER),
        StoreCodec.texts(row.getString("teams")),
        row.getString("hash"),
        row.getString("created_by"),
        SqlConnection.instant(row, "created_at"),
        expires,
        SqlConnection.instantOrNull(row, "used_at"),
        SqlConnection.instantOrNull(row, "revoked_at"));
  }
}
