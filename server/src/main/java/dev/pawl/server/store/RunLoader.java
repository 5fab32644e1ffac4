package dev.pawl.server.store;

import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.runtime.BrokenJournal;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Loads a run by replaying its journal: what a restart finds is what was committed, by the same
/// code that made it.
final class RunLoader {

  private final Sql sql;

  RunLoader(Sql sql) {
    this.sql = sql;
  }

  Optional<Run> load(RunId id) throws SQLException {
    Optional<Origin> origin = new RunRows(sql).origin(id);
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    var beginning = Run.created(id, origin.get());
    List<ChainedEntry> journal = new JournalRows(sql).of(JournalEntry.Of.of(beginning));
    return Optional.of(withRenewals((Run) replayed(beginning, journal)));
  }

  /// What cannot be believed is nothing to decide by.
  private static Aggregate replayed(Run beginning, List<ChainedEntry> journal) {
    try {
      return ChainedEntry.replayedByChain(beginning, journal);
    } catch (RuntimeException e) {
      throw new BrokenJournal(
          "the journal of run %s contradicts itself: %s".formatted(beginning.id(), e.getMessage()),
          e);
    }
  }

  /// Heartbeats are in no journal: how alive a lease is, its row tells. A lease that the journal
  /// has not got may have been granted since it was read.
  Run withRenewals(Run run) throws SQLException {
    Run renewed = run;
    for (var renewal : new LeaseRows(sql).renewals(run.id())) {
      if (renewed.held(renewal.lease()).isPresent()) {
        renewed = Apply.apply(renewed, new LeaseRenewed(renewal.lease()), renewal.at());
      }
    }
    return renewed;
  }
}
