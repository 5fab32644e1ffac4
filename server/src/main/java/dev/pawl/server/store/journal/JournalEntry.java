package dev.pawl.server.store.journal;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.Machine;

/// What the journal has of one commit about one aggregate, as it is written: the hash is over these
/// very texts.
///
/// @param seq that of its first transition
/// @param decisions how many it tells: those of one commit are one entry
/// @param transitions a JSON array
public record JournalEntry(
    AggregateKey aggregate,
    long seq,
    int decisions,
    String commitId,
    String at,
    String transitions) {

  /// Whose entry.
  public record AggregateKey(String kind, String key) {

    public static AggregateKey of(Aggregate.Kind kind, String key) {
      return new AggregateKey(Machine.wireName(kind), key);
    }

    public static AggregateKey of(Aggregate aggregate) {
      return of(aggregate.kind(), aggregate.key());
    }

    public Aggregate.Kind aggregateKind() {
      return Machine.ofWireName(Aggregate.Kind.class, kind);
    }
  }
}
