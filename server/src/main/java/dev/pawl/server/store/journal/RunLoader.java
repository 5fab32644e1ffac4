package dev.pawl.server.store.journal;

import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.event.DomainEvent.LeaseRenewed;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.rows.LeaseRows;
import dev.pawl.server.store.rows.RunRows;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Loads runs by replaying their journals, with the code that applied the events in the first
/// place: a restart finds exactly what was committed.
public final class RunLoader {

  private final SqlConnection sql;

  public RunLoader(SqlConnection sql) {
    this.sql = sql;
  }

  /// A run and the end of its journal.
  public record Loaded(Run run, JournalHead head) {}

  /// Loads a run; empty if there is none.
  ///
  /// @throws CorruptJournal if the chain is broken, an entry cannot be applied, it ends at another
  ///   version than the run's row says, or a row of the run cannot be read
  public Optional<Loaded> load(RunId id) throws SQLException {
    try {
      Optional<JournalHead> head = JournalHead.of(sql, new AggregateKey(Kind.RUN, id.value()));
      Optional<Loaded> loaded = head.isEmpty() ? Optional.empty() : whole(id);
      if (loaded.isEmpty() || isPruned(loaded.get(), head.get())) {
        return Optional.empty();
      }
      return Optional.of(
          new Loaded(withRenewals(loaded.get().run()), loaded.get().head().due(head.get().due())));
    } catch (UnreadableRow e) {
      throw unreadable(id, e);
    }
  }

  private static CorruptJournal unreadable(RunId id, UnreadableRow e) {
    return new CorruptJournal("run '%s' is corrupt: %s".formatted(id, e.getMessage()), e);
  }

  /// Whether the run was pruned after the head was read.
  ///
  /// @throws CorruptJournal if the journal ends at another version than the run's row says. An
  ///   entry and the version of the row are committed together, and the journal is read after
  ///   `before` and before the head that is read now
  private boolean isPruned(Loaded loaded, JournalHead before) throws SQLException {
    long version = loaded.run().version();
    if (version == before.version()) {
      return false;
    }
    Optional<JournalHead> after = JournalHead.of(sql, AggregateKey.of(loaded.run()));
    if (after.isEmpty()) {
      return true;
    }
    if (version < before.version() || version > after.get().version()) {
      throw new CorruptJournal(
          "the journal of run '%s' is corrupt: it ends at version %d, the row says %d"
              .formatted(loaded.run().id(), version, after.get().version()));
    }
    return false;
  }

  /// The run by its whole journal; by the part since it was restored from its rows, if its origin
  /// or what is before that is corrupt.
  private Optional<Loaded> whole(RunId id) throws SQLException {
    var rows = new RunRows(sql);
    try {
      Optional<Origin> origin = rows.origin(id);
      return origin.isEmpty()
          ? Optional.empty()
          : Optional.of(from(AggregateSnapshot.empty(Run.created(id, origin.get()))));
    } catch (CorruptJournal | UnreadableRow e) {
      Optional<Origin> origin = rows.readableOrigin(id);
      Optional<AggregateSnapshot> restored =
          origin.isEmpty()
              ? Optional.empty()
              : new JournalRows(sql).beforeLastRestored(Run.created(id, origin.get()));
      return Optional.of(from(restored.orElseThrow(() -> e)));
    }
  }

  /// The run as it was after an entry of its journal; empty if there is no such run.
  ///
  /// @param seq of any transition of the entry
  public Optional<Run> loadAt(RunId id, long seq) throws SQLException {
    Optional<Origin> origin = new RunRows(sql).origin(id);
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    AggregateSnapshot start = AggregateSnapshot.empty(Run.created(id, origin.get()));
    List<ChainedEntry> until =
        new JournalRows(sql)
            .after(start, Integer.MAX_VALUE).stream()
                .filter(chained -> chained.entry().seq() <= seq)
                .toList();
    return Optional.of((Run) replay(start, until).aggregate());
  }

  /// Loads a run from an older state of it; empty if it was pruned. Reads only the entries since
  /// then. The heartbeats of leases are not read: no lease is expired by a cached state alone.
  ///
  /// @param head the end of its journal in that state
  public Optional<Loaded> loadSince(Run known, JournalHead head) throws SQLException {
    try {
      Optional<JournalHead> now = JournalHead.of(sql, AggregateKey.of(known));
      if (now.isEmpty()) {
        return Optional.empty();
      }
      Loaded loaded = from(new AggregateSnapshot(known, head.seq(), head.hash()));
      return isPruned(loaded, now.get())
          ? Optional.empty()
          : Optional.of(new Loaded(loaded.run(), loaded.head().due(now.get().due())));
    } catch (UnreadableRow e) {
      throw unreadable(known.id(), e);
    }
  }

  private Loaded from(AggregateSnapshot start) throws SQLException {
    AggregateSnapshot end = replay(start, new JournalRows(sql).after(start, Integer.MAX_VALUE));
    var run = (Run) end.aggregate();
    return new Loaded(run, new JournalHead(run.version(), end.seq(), end.hash()));
  }

  /// Nothing may be decided by a corrupt journal.
  private static AggregateSnapshot replay(AggregateSnapshot from, List<ChainedEntry> journal) {
    try {
      return ChainedEntry.replayVerified(from, journal);
    } catch (RuntimeException e) {
      throw new CorruptJournal(
          "the journal of run '%s' is corrupt: %s"
              .formatted(from.aggregate().key(), e.getMessage()),
          e);
    }
  }

  /// Adds the heartbeats of live leases, which are in their rows and not in the journal. A lease
  /// that the run does not have was granted after the journal was read.
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
