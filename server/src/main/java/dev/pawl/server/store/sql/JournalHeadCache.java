package dev.pawl.server.store.sql;

import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.VersionConflict;
import dev.pawl.server.store.journal.JournalHead;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Caches the heads that commits leave, so that the next commit need not query where a journal
/// ends. A head is looked up by version, so a head that another process has moved on is missed, and
/// never wrong. Bounded; thread-safe.
final class JournalHeadCache {

  private static final int MAX_HEADS = 50_000;

  private final Map<AggregateKey, JournalHead> heads =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<AggregateKey, JournalHead> eldest) {
          return size() > MAX_HEADS;
        }
      };

  /// The head of an aggregate at that version, if it is cached.
  synchronized Optional<JournalHead> find(AggregateKey aggregate, long version) {
    return Optional.ofNullable(heads.get(aggregate)).filter(head -> head.version() == version);
  }

  /// The heads of the existing aggregates that a commit describes; those that are not cached are
  /// queried.
  ///
  /// @throws VersionConflict if one of them has another version than the commit was decided by
  Map<AggregateKey, JournalHead> resolve(SqlConnection sql, CommitPreconditions expected)
      throws SQLException {
    Map<AggregateKey, JournalHead> known = new HashMap<>();
    List<AggregateKey> unknown = new ArrayList<>();
    for (AggregateKey key : expected.described()) {
      long version = expected.version(key);
      find(key, version).ifPresentOrElse(head -> known.put(key, head), () -> unknown.add(key));
    }
    unknown.removeIf(expected::isCreated);
    if (!unknown.isEmpty()) {
      known.putAll(JournalHead.load(sql, unknown));
      if (!expected.areMet(known, unknown)) {
        throw new VersionConflict("an aggregate has another version");
      }
    }
    return known;
  }

  synchronized void putAll(Map<AggregateKey, JournalHead> moved) {
    heads.putAll(moved);
  }

  /// Removes those that hardly any commit will need again.
  synchronized void removeAll(List<AggregateKey> aggregates) {
    aggregates.forEach(heads::remove);
  }

  synchronized void clear() {
    heads.clear();
  }

  synchronized void remove(AggregateKey aggregate) {
    heads.remove(aggregate);
  }
}
