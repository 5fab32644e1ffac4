package dev.pawl.server.store.audit;

import dev.pawl.core.identity.Aggregate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What an aggregate came to when its rows were held against its journal.
///
/// @param aggregate as the journal tells it, with its leases as alive as their rows say; nothing
///   where the journal cannot be believed, or there is no such thing at all
/// @param journalProblem what is wrong with the journal itself
/// @param differences the rows that the journal does not tell so
/// @param nextDue when a run is to be looked at next
/// @param lastEntryAt when its last entry was written
public record AuditResult(
    Optional<Aggregate> aggregate,
    Optional<String> journalProblem,
    List<RowDifference> differences,
    Optional<Instant> nextDue,
    Instant lastEntryAt) {

  public AuditResult {
    differences = List.copyOf(differences);
  }

  static AuditResult contradictory(String what) {
    return new AuditResult(
        Optional.empty(), Optional.of(what), List.of(), Optional.empty(), Instant.EPOCH);
  }
}
