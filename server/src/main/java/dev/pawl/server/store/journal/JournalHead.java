package dev.pawl.server.store.journal;

import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
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
public record JournalHead(long version, long seq, String hash, Optional<Instant> due) {

  public static final JournalHead NEW = new JournalHead(0, 0, HashChain.START);

  public JournalHead(long version, long seq, String hash) {
    this(version, seq, hash, Optional.empty());
  }

  /// The head of an aggregate; none if it was never written.
  public static Optional<JournalHead> of(SqlConnection sql, JournalEntry.AggregateKey aggregate)
      throws SQLException {
    return sql.statement(
            "SELECT version, journal_seq, journal_hash FROM %s = :key"
                .formatted(where(aggregate.aggregateKind())))
        .with("key", aggregate.key())
        .first(JournalHead::head);
  }

  /// The heads of those that were ever written. Until the end of the transaction nobody moves them.
  public static Map<JournalEntry.AggregateKey, JournalHead> loadForShare(
      SqlConnection sql, List<JournalEntry.AggregateKey> aggregates) throws SQLException {
    return load(sql, aggregates, " FOR SHARE");
  }

  /// The heads of those that were ever written.
  public static Map<JournalEntry.AggregateKey, JournalHead> load(
      SqlConnection sql, List<JournalEntry.AggregateKey> aggregates) throws SQLException {
    return load(sql, aggregates, "");
  }

  /// Until the end of the transaction nobody else moves it, nor hears of its leases.
  public static void lockForUpdate(SqlConnection sql, JournalEntry.AggregateKey aggregate)
      throws SQLException {
    load(sql, List.of(aggregate), " FOR UPDATE");
  }

  private static Map<JournalEntry.AggregateKey, JournalHead> load(
      SqlConnection sql, List<JournalEntry.AggregateKey> aggregates, String lock)
      throws SQLException {
    Map<JournalEntry.AggregateKey, JournalHead> heads = new HashMap<>();
    if (sql.dialect() == Dialect.SQLITE) { // which has one lock, and it is held
      for (JournalEntry.AggregateKey aggregate : aggregates) {
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

  private static Map<JournalEntry.AggregateKey, JournalHead> ofKind(
      SqlConnection sql, Kind kind, List<String> keys, String lock) throws SQLException {
    Map<JournalEntry.AggregateKey, JournalHead> heads = new HashMap<>();
    String key = key(kind);
    sql.statement(
            "SELECT version, journal_seq, journal_hash, %s FROM %s = ANY(:keys) ORDER BY %s%s"
                .formatted(key, where(kind), key, lock))
        .with("keys", keys.toArray(String[]::new))
        .list(row -> heads.put(JournalEntry.AggregateKey.of(kind, row.getString(4)), head(row)));
    return heads;
  }

  private static JournalHead head(ResultSet row) throws SQLException {
    return new JournalHead(row.getLong(1), row.getLong(2), row.getString(3));
  }

  private static String where(Kind kind) {
    return SqlTable.of(kind) + " WHERE " + key(kind);
  }

  private static String key(Kind kind) {
    return SqlTable.of(kind).keys().getFirst().name();
  }
}
