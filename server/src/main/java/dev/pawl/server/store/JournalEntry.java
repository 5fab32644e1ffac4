package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.lifecycle.Machine;

/// What the journal has of one commit about one aggregate, as it is written: the hash is over these
/// very texts.
///
/// @param seq that of its first transition
/// @param decisions how many it tells: those of one commit are one entry
/// @param transitions a JSON array
record JournalEntry(
    Of aggregate, long seq, int decisions, String commitId, String at, String transitions) {

  /// Whose entry.
  record Of(String kind, String key) {

    static Of of(Aggregate.Kind kind, String key) {
      return new Of(Machine.wireName(kind), key);
    }

    static Of of(Aggregate aggregate) {
      return of(aggregate.kind(), aggregate.key());
    }

    Aggregate.Kind aggregateKind() {
      return Machine.ofWireName(Aggregate.Kind.class, kind);
    }
  }
}
