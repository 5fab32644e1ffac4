package dev.pawl.server.store;

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

  /// A run, and where its journal ends.
  record Loaded(Run run, Head head) {}

  Optional<Loaded> load(RunId id) throws SQLException {
    Optional<Origin> origin = new RunRows(sql).origin(id);
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    Loaded loaded = from(Point.first(Run.created(id, origin.get())));
    return Optional.of(new Loaded(withRenewals(loaded.run()), loaded.head()));
  }

  /// What became of a run since, if it is still there: it costs what has happened to it, and not
  /// what there is of it. Not how alive its leases are: nobody is declared silent by what is known
  /// alone.
  ///
  /// @param head where its journal ended then
  Optional<Loaded> goneOn(Run known, Head head) throws SQLException {
    return Head.of(sql, JournalEntry.Of.of(known)).isEmpty()
        ? Optional.empty()
        : Optional.of(from(new Point(known, head.seq(), head.hash())));
  }

  private Loaded from(Point point) throws SQLException {
    Point end = replayed(point, new JournalRows(sql).after(point, Integer.MAX_VALUE));
    var run = (Run) end.aggregate();
    return new Loaded(run, new Head(run.version(), end.seq(), end.hash()));
  }

  /// What cannot be believed is nothing to decide by.
  private static Point replayed(Point from, List<ChainedEntry> journal) {
    try {
      return ChainedEntry.replayedByChain(from, journal);
    } catch (RuntimeException e) {
      throw new BrokenJournal(
          "the journal of run %s contradicts itself: %s"
              .formatted(from.aggregate().key(), e.getMessage()),
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
