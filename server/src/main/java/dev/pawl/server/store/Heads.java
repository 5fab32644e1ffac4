package dev.pawl.server.store;

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
final class Heads {

  private static final int MOST = 50_000;

  private final Map<JournalEntry.Of, Head> heads =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<JournalEntry.Of, Head> eldest) {
          return size() > MOST;
        }
      };

  /// The head that an aggregate has at that version, if it is known.
  synchronized Optional<Head> at(JournalEntry.Of aggregate, long version) {
    return Optional.ofNullable(heads.get(aggregate)).filter(head -> head.version() == version);
  }

  /// The heads of what a commit writes and was written before, from the store where they are not
  /// known here.
  ///
  /// @throws Moved if one of them is not what the commit was decided by
  Map<JournalEntry.Of, Head> known(Sql sql, Expectations expected) throws SQLException {
    Map<JournalEntry.Of, Head> known = new HashMap<>();
    List<JournalEntry.Of> unknown = new ArrayList<>();
    for (JournalEntry.Of of : expected.written()) {
      long version = expected.version(of);
      at(of, version).ifPresentOrElse(head -> known.put(of, head), () -> unknown.add(of));
    }
    unknown.removeIf(of -> expected.version(of) == 0);
    if (!unknown.isEmpty()) {
      known.putAll(Head.all(sql, unknown));
      if (!expected.areMet(known, unknown)) {
        throw new Moved("what is to be written has moved on", null);
      }
    }
    return known;
  }

  synchronized void putAll(Map<JournalEntry.Of, Head> moved) {
    heads.putAll(moved);
  }

  synchronized void forgetAll() {
    heads.clear();
  }

  synchronized void forget(JournalEntry.Of aggregate) {
    heads.remove(aggregate);
  }
}
