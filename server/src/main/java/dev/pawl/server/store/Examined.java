package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What an aggregate came to when its rows were held against its journal.
///
/// @param aggregate as the journal tells it, with its leases as alive as their rows say; nothing
///   where the journal cannot be believed, or there is no such thing at all
/// @param contradiction what is wrong with the journal itself
/// @param differences the rows that the journal does not tell so
/// @param nextDue when a run is to be looked at next
/// @param last when its last entry was written
public record Examined(
    Optional<Aggregate> aggregate,
    Optional<String> contradiction,
    List<Difference> differences,
    Optional<Instant> nextDue,
    Instant last) {

  public Examined {
    differences = List.copyOf(differences);
  }

  static Examined contradictory(String what) {
    return new Examined(
        Optional.empty(), Optional.of(what), List.of(), Optional.empty(), Instant.EPOCH);
  }
}
