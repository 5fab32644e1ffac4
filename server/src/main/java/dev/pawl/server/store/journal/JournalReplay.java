package dev.pawl.server.store.journal;

import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.rows.GroupProjection;
import dev.pawl.server.store.rows.LeaseRowWriter;
import dev.pawl.server.store.rows.RunProjection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Replays an aggregate's journal into the aggregate and all its rows, with the same projections
/// that wrote the rows in the first place.
///
/// Reads the journal in pages and verifies the hash chain on the way.
public final class JournalReplay {

  private static final int PAGE = 500;

  private final WriteBatch batch = new WriteBatch();
  private final RunProjection runs = new RunProjection(batch, new LeaseRowWriter(batch));
  private final GroupProjection groups = new GroupProjection(batch);
  private final boolean isPartial;
  private final Map<String, JournalHead> heads = new HashMap<>();
  private AggregateSnapshot current;
  private Instant lastEntryAt = Instant.EPOCH;
  private Optional<RestPoint> lastRestPoint = Optional.empty();

  /// A position up to which the journal may be pruned.
  ///
  /// @param at when the aggregate came to rest there
  public record RestPoint(AggregateSnapshot snapshot, Instant at) {}

  private JournalReplay(AggregateSnapshot initial) {
    this.current = initial;
    this.isPartial = initial.aggregate() instanceof Run && initial.seq() > 0;
  }

  /// Replays the whole journal.
  ///
  /// @throws CorruptJournal if the chain is broken, or an entry cannot be applied
  public static JournalReplay replay(SqlConnection sql, AggregateSnapshot initial)
      throws SQLException {
    return replayWhile(sql, initial, _ -> true);
  }

  /// Replays the journal of a run from where it was restored from its rows; empty if it was not.
  public static Optional<JournalReplay> replayRestored(SqlConnection sql, AggregateSnapshot initial)
      throws SQLException {
    Optional<AggregateSnapshot> start =
        initial.aggregate() instanceof Run created
            ? new JournalRows(sql).beforeLastRestored(created)
            : Optional.empty();
    return start.isEmpty() ? Optional.empty() : Optional.of(replay(sql, start.get()));
  }

  /// Whether the journal begins before the replay.
  public boolean isPartial() {
    return isPartial;
  }

  /// Replays the entries before that time.
  public static JournalReplay replayBefore(
      Instant end, SqlConnection sql, AggregateSnapshot initial) throws SQLException {
    String endText = SqlConnection.time(end);
    return replayWhile(sql, initial, entry -> entry.at().compareTo(endText) < 0);
  }

  private static JournalReplay replayWhile(
      SqlConnection sql, AggregateSnapshot initial, Predicate<JournalEntry> isWanted)
      throws SQLException {
    var replay = new JournalReplay(initial);
    var journal = new JournalRows(sql);
    List<ChainedEntry> wanted;
    do {
      wanted =
          journal.after(replay.current, PAGE).stream()
              .takeWhile(one -> isWanted.test(one.entry()))
              .toList();
      wanted.forEach(replay::add);
    } while (wanted.size() == PAGE);
    return replay;
  }

  private void add(ChainedEntry chained) {
    JournalEntry entry = chained.entry();
    chained.requireFollows(current);
    try {
      current = apply(entry, chained.hash());
    } catch (RuntimeException e) {
      throw new CorruptJournal("entry %d cannot be applied: %s".formatted(entry.seq(), e), e);
    }
    if (current.aggregate() instanceof Run) { // whose row may be behind
      heads.put(chained.hash(), head());
    }
    if (current.isAtRest()) {
      lastRestPoint = Optional.of(new RestPoint(current, lastEntryAt));
    }
  }

  private AggregateSnapshot apply(JournalEntry entry, String hash) {
    lastEntryAt = Instant.parse(entry.at());
    Aggregate aggregate = current.aggregate();
    List<Transition> transitions = StoreCodec.transitions(entry.transitions());
    for (Transition transition : transitions) {
      aggregate = EventApplier.apply(aggregate, transition.cause(), lastEntryAt);
      project(aggregate, transition);
    }
    Aggregate after = EventApplier.replay(aggregate, List.of(), entry.decisions(), lastEntryAt);
    return new AggregateSnapshot(after, current.seq() + transitions.size(), hash);
  }

  private void project(Aggregate aggregate, Transition transition) {
    switch (aggregate) {
      case Run run -> runs.apply(changeOf(run, transition), run, transition);
      case Group group -> groups.apply(group.key(), (DomainEvent.OfGroup) transition.cause());
      case Aggregate _ -> {} // its own row has everything
    }
  }

  private Change changeOf(Run run, Transition transition) {
    var revision = new Revision(run, List.of(transition));
    return new Change(
        new Decision.Accepted(List.of(revision), List.of(), List.of(), List.of()),
        lastEntryAt,
        Optional.empty());
  }

  public Aggregate aggregate() {
    return current.aggregate();
  }

  /// The version and the end of the journal, as replayed.
  public JournalHead head() {
    return new JournalHead(current.aggregate().version(), current.seq(), current.hash());
  }

  /// The version of a run and the end of its journal after the entry with that hash; empty if there
  /// is none.
  public Optional<JournalHead> headAt(String hash) {
    return Optional.ofNullable(heads.get(hash));
  }

  /// The time of the last entry.
  public Instant lastEntryAt() {
    return lastEntryAt;
  }

  /// The last position up to which the journal may be pruned.
  public Optional<RestPoint> lastRestPoint() {
    return lastRestPoint;
  }

  /// The rows of a child table, as replayed.
  ///
  /// @throws CorruptJournal if the journal changes a row that it does not create
  public List<@Nullable Object[]> rows(SqlTable table) {
    try {
      return batch.table(table).rowsFromEmptyTable();
    } catch (IllegalStateException e) {
      throw new CorruptJournal(String.valueOf(e.getMessage()), e);
    }
  }
}
