package dev.pawl.server.store.audit;

import dev.pawl.core.identity.Aggregate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The result of comparing an aggregate's rows with its journal.
///
/// @param aggregate as replayed, with the heartbeats of its leases from their rows; empty if the
///   journal is corrupt, or if there is no such aggregate
/// @param journalProblem what is wrong with the journal itself; if there is an aggregate, with the
///   part before it was restored from its rows
/// @param differences the rows that differ from what the journal replays to
/// @param nextDue when a run must be checked next
/// @param lastEntryAt when the last entry was written
public record AuditResult(
    Optional<Aggregate> aggregate,
    Optional<String> journalProblem,
    List<RowDifference> differences,
    Optional<Instant> nextDue,
    Instant lastEntryAt) {

  public AuditResult {
    differences = List.copyOf(differences);
  }

  static AuditResult corruptJournal(String problem) {
    return new AuditResult(
        Optional.empty(), Optional.of(problem), List.of(), Optional.empty(), Instant.EPOCH);
  }
}
