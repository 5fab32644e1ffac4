package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where an aggregate stands in the store: its version, and the end of its journal.
///
/// @param seq how many transitions it has
/// @param hash that of its last entry
/// @param due of a run: a time by which it is looked at, whatever others do; none if that is not
///   known
record Head(long version, long seq, String hash, Optional<Instant> due) {

  static final Head NEW = new Head(0, 0, HashChain.START);

  Head(long version, long seq, String hash) {
    this(version, seq, hash, Optional.empty());
  }

  /// The head of an aggregate; none if it was never written.
  static Optional<Head> of(Sql sql, JournalEntry.Of aggregate) throws SQLException {
    return sql.of(
            "SELECT version, journal_seq, journal_hash FROM %s = :key"
                .formatted(where(aggregate.aggregateKind())))
        .with("key", aggregate.key())
        .first(Head::head);
  }

  /// The heads of those that were ever written. Until the end of the transaction nobody moves them.
  static Map<JournalEntry.Of, Head> locked(Sql sql, List<JournalEntry.Of> aggregates)
      throws SQLException {
    return all(sql, aggregates, " FOR SHARE");
  }

  /// The heads of those that were ever written.
  static Map<JournalEntry.Of, Head> all(Sql sql, List<JournalEntry.Of> aggregates)
      throws SQLException {
    return all(sql, aggregates, "");
  }

  /// Until the end of the transaction nobody else moves it, nor hears of its leases.
  static void forUpdate(Sql sql, JournalEntry.Of aggregate) throws SQLException {
    all(sql, List.of(aggregate), " FOR UPDATE");
  }

  private static Map<JournalEntry.Of, Head> all(
      Sql sql, List<JournalEntry.Of> aggregates, String lock) throws SQLException {
    Map<JournalEntry.Of, Head> heads = new HashMap<>();
    if (sql.dialect() == Dialect.SQLITE) { // which has one lock, and it is held
      for (JournalEntry.Of aggregate : aggregates) {
        of(sql, aggregate).ifPresent(head -> heads.put(aggregate, head));
      }
      return heads;
    }
    for (Kind kind : Kind.values()) {
      List<String> keys = new ArrayList<>();
      aggregates.stream()
          .filter(aggregate -> aggregate.aggregateKind() == kind)
          .forEach(aggregate -> keys.add(aggregate.key()));
      if (!keys.isEmpty()) {
        keys.sort(null);
        heads.putAll(ofKind(sql, kind, keys, lock));
      }
    }
    return heads;
  }

  private static Map<JournalEntry.Of, Head> ofKind(
      Sql sql, Kind kind, List<String> keys, String lock) throws SQLException {
    Map<JournalEntry.Of, Head> heads = new HashMap<>();
    String key = key(kind);
    sql.of(
            "SELECT version, journal_seq, journal_hash, %s FROM %s = ANY(:keys) ORDER BY %s%s"
                .formatted(key, where(kind), key, lock))
        .with("keys", keys.toArray(String[]::new))
        .list(row -> heads.put(JournalEntry.Of.of(kind, row.getString(4)), head(row)));
    return heads;
  }

  private static Head head(ResultSet row) throws SQLException {
    return new Head(row.getLong(1), row.getLong(2), row.getString(3));
  }

  private static String where(Kind kind) {
    return Table.of(kind) + " WHERE " + key(kind);
  }

  private static String key(Kind kind) {
    return Table.of(kind).keys().getFirst().name();
  }
}
