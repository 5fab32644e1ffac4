package dev.pawl.server.store.journal;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.jdbc.Dialect;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.rows.AgentRows;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.GroupRows;
import dev.pawl.server.store.rows.RunRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The version of a stored aggregate and the end of its journal.
///
/// Its own row has them. The row of a run may be behind: a commit that would change nothing else of
/// it does not write it. Then the last entry of the journal has them, and the view `run_head` says
/// which of the two it is.
///
/// @param seq sequence number of its last transition
/// @param hash hash of its last entry
/// @param due of a run: when it must be checked next, as its row says
public record JournalHead(long version, long seq, String hash, Optional<Instant> due) {

  public static final JournalHead NEW = new JournalHead(0, 0, HashChain.START);

  /// The head of an aggregate that is never due.
  public JournalHead(long version, long seq, String hash) {
    this(version, seq, hash, Optional.empty());
  }

  /// Whether the journal ends there.
  boolean isAt(long at, String lastHash) {
    return seq == at && hash.equals(lastHash);
  }

  /// The head after a further entry.
  public JournalHead after(ChainedEntry entry, ChainedEntry.EntryContent content) {
    return new JournalHead(
        version + content.decisions(), seq + content.transitionCount(), entry.hash(), due);
  }

  /// The same end of the journal, with another time to check the run.
  public JournalHead due(Optional<Instant> next) {
    return new JournalHead(version, seq, hash, next);
  }

  /// The same end of the journal, of an aggregate of another version.
  public JournalHead version(long other) {
    return new JournalHead(other, seq, hash, due);
  }

  /// Loads the head of an aggregate; empty if it does not exist.
  public static Optional<JournalHead> of(SqlConnection sql, AggregateKey aggregate)
      throws SQLException {
    return of(sql, aggregate, heads(aggregate.kind()));
  }

  /// Loads what the aggregate's own row says; empty if it does not exist.
  public static Optional<JournalHead> ofRow(SqlConnection sql, AggregateKey aggregate)
      throws SQLException {
    return of(sql, aggregate, SqlTable.of(aggregate.kind()).toString());
  }

  private static Optional<JournalHead> of(
      SqlConnection sql, AggregateKey aggregate, String relation) throws SQLException {
    return sql.statement(
            "SELECT version, journal_seq, journal_hash, %s FROM %s WHERE %s = :key"
                .formatted(due(aggregate.kind()), relation, key(aggregate.kind())))
        .with("key", aggregate.key())
        .first(JournalHead::head);
  }

  /// Loads the heads of those aggregates that exist, and locks them against changes until the end
  /// of the transaction.
  public static Map<AggregateKey, JournalHead> loadForShare(
      SqlConnection sql, List<AggregateKey> aggregates) throws SQLException {
    lock(sql, aggregates, "FOR SHARE");
    return load(sql, aggregates);
  }

  /// Locks the aggregate until the end of the transaction. Nobody else can change it, or renew a
  /// lease of it.
  public static void lockForUpdate(SqlConnection sql, AggregateKey aggregate) throws SQLException {
    lock(sql, List.of(aggregate), "FOR UPDATE");
  }

  /// Locks the rows, in a statement of its own: one that waits for a lock does not see the entries
  /// that were committed meanwhile.
  private static void lock(SqlConnection sql, List<AggregateKey> aggregates, String strength)
      throws SQLException {
    if (sql.dialect() == Dialect.SQLITE) { // one writer at a time: nothing to lock
      return;
    }
    for (Kind kind : Kind.values()) {
      String[] keys = keys(aggregates, kind);
      if (keys.length > 0) {
        sql.statement(
                "SELECT 1 FROM %s WHERE %s = ANY(:keys) ORDER BY %s %s"
                    .formatted(SqlTable.of(kind), key(kind), key(kind), strength))
            .with("keys", keys)
            .list(_ -> true);
      }
    }
  }

  /// Loads the heads of those aggregates that exist.
  public static Map<AggregateKey, JournalHead> load(
      SqlConnection sql, List<AggregateKey> aggregates) throws SQLException {
    Map<AggregateKey, JournalHead> heads = new HashMap<>();
    if (sql.dialect() == Dialect.SQLITE) {
      for (AggregateKey aggregate : aggregates) {
        of(sql, aggregate).ifPresent(head -> heads.put(aggregate, head));
      }
      return heads;
    }
    for (Kind kind : Kind.values()) {
      String[] keys = keys(aggregates, kind);
      if (keys.length > 0) {
        sql.statement(
                "SELECT version, journal_seq, journal_hash, %s, %s FROM %s WHERE %s = ANY(:keys)"
                    .formatted(due(kind), key(kind), heads(kind), key(kind)))
            .with("keys", keys)
            .list(row -> heads.put(new AggregateKey(kind, row.getString(5)), head(row)));
      }
    }
    return heads;
  }

  private static String[] keys(List<AggregateKey> aggregates, Kind kind) {
    return aggregates.stream()
        .filter(aggregate -> aggregate.kind() == kind)
        .map(AggregateKey::key)
        .toArray(String[]::new);
  }

  /// The aggregate's own row in its table: its columns, then this head.
  ///
  /// @param triggerKey of a run; not used for other aggregates
  public @Nullable Object[] rowOf(Aggregate aggregate, String triggerKey) {
    @Nullable Object[] values =
        switch (aggregate.kind()) {
          case RUN -> RunRows.values((Run) aggregate, triggerKey, due);
          case GROUP -> GroupRows.values((Group) aggregate);
          case BREAKER -> BreakerRows.values((Breaker) aggregate);
          case AGENT -> AgentRows.values((Agent) aggregate);
        };
    @Nullable Object[] row = Arrays.copyOf(values, values.length + 3);
    row[values.length] = version;
    row[values.length + 1] = seq;
    row[values.length + 2] = hash;
    return row;
  }

  private static JournalHead head(ResultSet row) throws SQLException {
    Optional<Instant> due =
        Optional.ofNullable(
            SqlConnection.<@Nullable Instant>readOr(
                null, () -> SqlConnection.instantOrNull(row, 4)));
    return new JournalHead(row.getLong(1), row.getLong(2), row.getString(3), due);
  }

  private static String due(Kind kind) {
    return kind == Kind.RUN ? "due_at" : "NULL";
  }

  /// The table or view with the heads of that kind.
  private static String heads(Kind kind) {
    return kind == Kind.RUN ? "run_head" : SqlTable.of(kind).toString();
  }

  private static String key(Kind kind) {
    return SqlTable.of(kind).keys().getFirst().name();
  }
}
