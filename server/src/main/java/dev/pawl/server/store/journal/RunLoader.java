package dev.pawl.server.store.journal;

import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.LeaseRows;
import dev.pawl.server.store.rows.RunRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Loads a run by replaying its journal: what a restart finds is what was committed, by the same
/// code that made it.
public final class RunLoader {

  private final SqlConnection sql;

  public RunLoader(SqlConnection sql) {
    this.sql = sql;
  }

  /// A run, and where its journal ends.
  public record Loaded(Run run, JournalHead head) {}

  public Optional<Loaded> load(RunId id) throws SQLException {
    Optional<Origin> origin = new RunRows(sql).origin(id);
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    Loaded loaded = from(AggregateSnapshot.empty(Run.created(id, origin.get())));
    return Optional.of(new Loaded(withRenewals(loaded.run()), loaded.head()));
  }

  /// What became of a run since, if it is still there: it costs what has happened to it, and not
  /// what there is of it. Not how alive its leases are: nobody is declared silent by what is known
  /// alone.
  ///
  /// @param head where its journal ended then
  public Optional<Loaded> loadSince(Run known, JournalHead head) throws SQLException {
    return JournalHead.of(sql, JournalEntry.AggregateKey.of(known)).isEmpty()
        ? Optional.empty()
        : Optional.of(from(new AggregateSnapshot(known, head.seq(), head.hash())));
  }

  private Loaded from(AggregateSnapshot point) throws SQLException {
    AggregateSnapshot end = replayed(point, new JournalRows(sql).after(point, Integer.MAX_VALUE));
    var run = (Run) end.aggregate();
    return new Loaded(run, new JournalHead(run.version(), end.seq(), end.hash()));
  }

  /// What cannot be believed is nothing to decide by.
  private static AggregateSnapshot replayed(AggregateSnapshot from, List<ChainedEntry> journal) {
    try {
      return ChainedEntry.replayVerified(from, journal);
    } catch (RuntimeException e) {
      throw new CorruptJournal(
          "the journal of run %s contradicts itself: %s"
              .formatted(from.aggregate().key(), e.getMessage()),
          e);
    }
  }

  /// Heartbeats are in no journal: how alive a lease is, its row tells. A lease that the journal
  /// has not got may have been granted since it was read.
  public Run withRenewals(Run run) throws SQLException {
    Run renewed = run;
    for (var renewal : new LeaseRows(sql).renewals(run.id())) {
      if (renewed.attemptUnder(renewal.lease()).isPresent()) {
        renewed = EventApplier.apply(renewed, new LeaseRenewed(renewal.lease()), renewal.at());
      }
    }
    return renewed;
  }
}
