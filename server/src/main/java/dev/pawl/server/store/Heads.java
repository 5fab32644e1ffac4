package dev.pawl.server.store;

import java.util.LinkedHashMap;
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
