package dev.pawl.server.store;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.engine.Aggregate;
import dev.pawl.core.engine.Apply;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Event;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.BrokenJournal;
import dev.pawl.server.runtime.Change;
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
final class Replica {

  private static final int PAGE = 500;

  private final Writes writes = new Writes();
  private final RunWriter inRun = new RunWriter(writes, new LeaseWrites(writes));
  private final GroupWrites groups = new GroupWrites(writes);
  private Point here;
  private Instant last = Instant.EPOCH;
  private Optional<Rest> rest = Optional.empty();

  /// Where a journal can begin again.
  ///
  /// @param at when it came to rest there
  record Rest(Point point, Instant at) {}

  private Replica(Point beginning) {
    this.here = beginning;
  }

  /// @throws BrokenJournal if the journal contradicts itself
  static Replica of(Sql sql, Point beginning) throws SQLException {
    return told(sql, beginning, _ -> true);
  }

  /// The same of what happened before that time alone.
  static Replica before(Instant end, Sql sql, Point beginning) throws SQLException {
    String first = Sql.time(end);
    return told(sql, beginning, entry -> entry.at().compareTo(first) < 0);
  }

  private static Replica told(Sql sql, Point beginning, Predicate<JournalEntry> isWanted)
      throws SQLException {
    var replica = new Replica(beginning);
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
    chained.mustFollow(here);
    try {
      here = replayed(entry, chained.hash());
    } catch (RuntimeException e) {
      throw new BrokenJournal("entry %d cannot have happened: %s".formatted(entry.seq(), e), e);
    }
    if (here.isAtRest()) {
      rest = Optional.of(new Rest(here, last));
    }
  }

  private Point replayed(JournalEntry entry, String hash) {
    last = Instant.parse(entry.at());
    Aggregate aggregate = here.aggregate();
    List<Transition> lines = JournalCodec.lines(aggregate.kind(), entry.transitions());
    for (Transition line : lines) {
      aggregate = Apply.apply(aggregate, line.cause(), last);
      happened(aggregate, line);
    }
    Aggregate after = Apply.replay(aggregate, List.of(), entry.decisions(), last);
    return new Point(after, here.seq() + lines.size(), hash);
  }

  private void happened(Aggregate aggregate, Transition line) {
    switch (aggregate) {
      case Run run -> inRun.happened(alone(run, line), run, line);
      case Group group -> groups.happened(group.key(), (Event.OfGroup) line.cause());
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

  Aggregate aggregate() {
    return here.aggregate();
  }

  /// Where the aggregate stands, as its journal counts.
  Head head() {
    return new Head(here.aggregate().version(), here.seq(), here.hash());
  }

  /// When the last entry was written.
  Instant last() {
    return last;
  }

  /// The last point from which the journal could go on by itself.
  Optional<Rest> lastRest() {
    return rest;
  }

  /// The rows of a table, beside the aggregate's own.
  List<@Nullable Object[]> rows(Table table) {
    return writes.to(table).fromNothing();
  }

  /// The aggregate's own row, with its head.
  @Nullable Object[] row(Head head, String triggerKey) {
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
