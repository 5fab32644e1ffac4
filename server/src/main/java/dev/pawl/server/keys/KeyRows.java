package dev.pawl.server.keys;

import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The keys that a store uses, by their fingerprints. All its servers must have them.
public final class KeyRows {

  /// A key as the store knows it.
  public record StoredKey(String id, String fingerprint, Instant from) {

    boolean isIn(KeyRing ring) {
      return ring.keys().stream()
          .anyMatch(key -> key.fingerprint().equals(fingerprint) && key.from().equals(from));
    }
  }

  /// The time before its use by which a key must be registered: a running server that lacks it
  /// looks every few seconds, and stops a minute before.
  static final Duration NOTICE = Duration.ofMinutes(2);

  private final Database database;

  public KeyRows(Database database) {
    this.database = database;
  }

  public List<StoredKey> all() {
    return database.read(KeyRows::all);
  }

  private static List<StoredKey> all(SqlConnection sql) throws SQLException {
    return sql.statement("SELECT id, fingerprint, used_from FROM server_key ORDER BY used_from, id")
        .list(row ->
            new StoredKey(
                row.getString("id"),
                row.getString("fingerprint"),
                SqlConnection.instant(row, "used_from")));
  }

  /// Registers the keys of a server that starts.
  ///
  /// @throws UnusableKeys if it lacks a key of the store, or has one that others would have to have
  ///   had already
  public void register(KeyRing ring, Instant now) {
    List<UnusableKeys> problems = new ArrayList<>();
    database.transact(sql -> {
      // One at a time: of two servers that start with different keys the second must see the first.
      sql.statement("UPDATE orchestrator SET pid = pid WHERE id = 'server'").update();
      List<StoredKey> stored = all(sql);
      problems.clear();
      stored.stream()
          .filter(key -> !key.isIn(ring))
          .map(UnusableKeys::missing)
          .forEach(problems::add);
      List<KeyRing.Key> added =
          ring.keys().stream()
              .filter(key -> stored.stream().noneMatch(known -> known.id().equals(key.id())))
              .toList();
      added.stream()
          .filter(key -> !stored.isEmpty() && !key.from().isAfter(now.plus(NOTICE)))
          .map(UnusableKeys::late)
          .forEach(problems::add);
      if (problems.isEmpty()) {
        for (KeyRing.Key key : added) {
          insert(sql, key, now);
        }
      }
      return added.size();
    });
    if (!problems.isEmpty()) {
      throw problems.getFirst();
    }
  }

  private static void insert(SqlConnection sql, KeyRing.Key key, Instant now) throws SQLException {
    sql.statement(
            """
            INSERT INTO server_key (id, fingerprint, used_from, registered_at)
            VALUES (:id, :fingerprint, :from, :at)
            """)
        .with("id", key.id())
        .with("fingerprint", key.fingerprint())
        .with("from", key.from())
        .with("at", now)
        .update();
  }

  /// The keys of the store that a ring lacks.
  public List<StoredKey> missing(KeyRing ring) {
    return all().stream().filter(key -> !key.isIn(ring)).toList();
  }

  /// Forgets a key that is lost. Returns whether there was one.
  public boolean forget(String id) {
    return database.transact(
        sql -> sql.statement("DELETE FROM server_key WHERE id = :id").with("id", id).update() == 1);
  }
}
