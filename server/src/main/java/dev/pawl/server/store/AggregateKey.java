package dev.pawl.server.store;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.lifecycle.Machine;

/// The identity of an aggregate: its kind, and its id among those of that kind.
public record AggregateKey(Aggregate.Kind kind, String key) {

  public static AggregateKey of(Aggregate aggregate) {
    return new AggregateKey(aggregate.kind(), aggregate.key());
  }

  /// The kind as journals and tables spell it: `run`, `group`, `breaker`, `agent`.
  public String kindName() {
    return Machine.wireName(kind);
  }
}
