package dev.pawl.server.store.sql;

import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.VersionConflict;
import dev.pawl.server.store.journal.JournalEntry;
import dev.pawl.server.store.journal.JournalHead;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The heads that commits have left, so that the next one need not ask where a journal ends. A head
/// is known by its version: one that somebody else has moved is of no use, and never wrong.
/// Bounded; thread-safe.
final class JournalHeadCache {

  private static final int MOST = 50_000;

  private final Map<JournalEntry.AggregateKey, JournalHead> heads =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(
            Map.Entry<JournalEntry.AggregateKey, JournalHead> eldest) {
          return size() > MOST;
        }
      };

  /// The head that an aggregate has at that version, if it is known.
  synchronized Optional<JournalHead> find(JournalEntry.AggregateKey aggregate, long version) {
    return Optional.ofNullable(heads.get(aggregate)).filter(head -> head.version() == version);
  }

  /// The heads of what a commit writes and was written before, from the store where they are not
  /// known here.
  ///
  /// @throws Moved if one of them is not what the commit was decided by
  Map<JournalEntry.AggregateKey, JournalHead> resolve(
      SqlConnection sql, CommitPreconditions expected) throws SQLException {
    Map<JournalEntry.AggregateKey, JournalHead> known = new HashMap<>();
    List<JournalEntry.AggregateKey> unknown = new ArrayList<>();
    for (JournalEntry.AggregateKey of : expected.written()) {
      long version = expected.version(of);
      find(of, version).ifPresentOrElse(head -> known.put(of, head), () -> unknown.add(of));
    }
    unknown.removeIf(of -> expected.version(of) == 0);
    if (!unknown.isEmpty()) {
      known.putAll(JournalHead.load(sql, unknown));
      if (!expected.areMet(known, unknown)) {
        throw new VersionConflict("what is to be written has moved on", null);
      }
    }
    return known;
  }

  synchronized void putAll(Map<JournalEntry.AggregateKey, JournalHead> moved) {
    heads.putAll(moved);
  }

  synchronized void clear() {
    heads.clear();
  }

  synchronized void remove(JournalEntry.AggregateKey aggregate) {
    heads.remove(aggregate);
  }
}
