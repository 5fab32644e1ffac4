package dev.pawl.server.store.journal;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
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
import dev.pawl.server.store.codec.JournalCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.rows.AgentRows;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.GroupProjection;
import dev.pawl.server.store.rows.GroupRows;
import dev.pawl.server.store.rows.LeaseRowWriter;
import dev.pawl.server.store.rows.RunProjection;
import dev.pawl.server.store.rows.RunRows;
import dev.pawl.server.store.sql.CommitWriter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What an aggregate's journal makes of it and of its rows, told from its beginning to nobody who
/// knew anything before: by the same code that wrote them.
///
/// Reads the journal in pages, and checks its chain on the way.
public final class JournalReplay {

  private static final int PAGE = 500;

  private final WriteBatch writes = new WriteBatch();
  private final RunProjection inRun = new RunProjection(writes, new LeaseRowWriter(writes));
  private final GroupProjection groups = new GroupProjection(writes);
  private AggregateSnapshot here;
  private Instant last = Instant.EPOCH;
  private Optional<RestPoint> rest = Optional.empty();

  /// Where a journal can begin again.
  ///
  /// @param at when it came to rest there
  public record RestPoint(AggregateSnapshot point, Instant at) {}

  private JournalReplay(AggregateSnapshot beginning) {
    this.here = beginning;
  }

  /// @throws BrokenJournal if the journal contradicts itself
  public static JournalReplay replay(SqlConnection sql, AggregateSnapshot beginning)
      throws SQLException {
    return told(sql, beginning, _ -> true);
  }

  /// The same of what happened before that time alone.
  public static JournalReplay replayBefore(
      Instant end, SqlConnection sql, AggregateSnapshot beginning) throws SQLException {
    String first = SqlConnection.time(end);
    return told(sql, beginning, entry -> entry.at().compareTo(first) < 0);
  }

  private static JournalReplay told(
      SqlConnection sql, AggregateSnapshot beginning, Predicate<JournalEntry> isWanted)
      throws SQLException {
    var replica = new JournalReplay(beginning);
    var journal = new JournalRows(sql);
    List<ChainedEntry> wanted;
    do {
      wanted =
          journal.after(replica.here, PAGE).stream()
              .takeWhile(one -> isWanted.test(one.entry()))
              .toList();
      wanted.forEach(replica::take);
    } while (wanted.size() == PAGE);
    return replica;
  }

  private void take(ChainedEntry chained) {
    JournalEntry entry = chained.entry();
    chained.requireFollows(here);
    try {
      here = replayed(entry, chained.hash());
    } catch (RuntimeException e) {
      throw new CorruptJournal("entry %d cannot have happened: %s".formatted(entry.seq(), e), e);
    }
    if (here.isAtRest()) {
      rest = Optional.of(new RestPoint(here, last));
    }
  }

  private AggregateSnapshot replayed(JournalEntry entry, String hash) {
    last = Instant.parse(entry.at());
    Aggregate aggregate = here.aggregate();
    List<Transition> lines = JournalCodec.lines(aggregate.kind(), entry.transitions());
    for (Transition line : lines) {
      aggregate = EventApplier.apply(aggregate, line.cause(), last);
      happened(aggregate, line);
    }
    Aggregate after = EventApplier.replay(aggregate, List.of(), entry.decisions(), last);
    return new AggregateSnapshot(after, here.seq() + lines.size(), hash);
  }

  private void happened(Aggregate aggregate, Transition line) {
    switch (aggregate) {
      case Run run -> inRun.apply(alone(run, line), run, line);
      case Group group -> groups.apply(group.key(), (DomainEvent.OfGroup) line.cause());
      case Aggregate _ -> {} // all of it is in its own row
    }
  }

  private Change alone(Run run, Transition line) {
    var revision = new Revision(run, List.of(line));
    return new Change(
        new Decision.Accepted(List.of(revision), List.of(), List.of(), List.of()),
        last,
        Optional.empty());
  }

  public Aggregate aggregate() {
    return here.aggregate();
  }

  /// Where the aggregate stands, as its journal counts.
  public JournalHead head() {
    return new JournalHead(here.aggregate().version(), here.seq(), here.hash());
  }

  /// When the last entry was written.
  public Instant lastEntryAt() {
    return last;
  }

  /// The last point from which the journal could go on by itself.
  public Optional<RestPoint> lastRestPoint() {
    return rest;
  }

  /// The rows of a table, beside the aggregate's own.
  public List<@Nullable Object[]> rows(SqlTable table) {
    return writes.table(table).rowsFromEmptyTable();
  }

  /// The aggregate's own row, with its head.
  @Nullable
  public Object[] row(JournalHead head, String triggerKey) {
    @Nullable Object[] values =
        switch (here.aggregate()) {
          case Run run -> RunRows.values(run, triggerKey);
          case Group group -> GroupRows.values(group);
          case Breaker breaker -> BreakerRows.values(breaker);
          case Agent agent -> AgentRows.values(agent);
          case Aggregate other -> throw new IllegalStateException("no table holds " + other);
        };
    return CommitWriter.withHead(values, head);
  }
}
