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
import org.jspecify.annotations.Nullable;

/// What an aggregate's journal makes of it and of its rows, told from the beginning to nobody who
/// knew anything before: by the same code that wrote them.
///
/// Reads the journal in pages, and checks its chain on the way.
final class Replica {

  private static final int PAGE = 500;

  private final Writes writes = new Writes();
  private final RunWriter inRun = new RunWriter(writes, new LeaseWrites(writes));
  private final GroupWrites groups = new GroupWrites(writes);
  private final JournalEntry.Of of;
  private Aggregate aggregate;
  private String hash = HashChain.START;
  private long seq;
  private Instant last = Instant.EPOCH;

  private Replica(Aggregate beginning) {
    this.aggregate = beginning;
    this.of = JournalEntry.Of.of(beginning);
  }

  /// @throws BrokenJournal if the journal contradicts itself
  static Replica of(Sql sql, Aggregate beginning) throws SQLException {
    var replica = new Replica(beginning);
    var journal = new JournalRows(sql);
    List<ChainedEntry> page;
    do {
      page = journal.after(replica.of, replica.lastRead(), PAGE);
      page.forEach(replica::take);
    } while (page.size() == PAGE);
    return replica;
  }

  private long lastRead() {
    return seq == 0 ? Long.MIN_VALUE : seq;
  }

  private void take(ChainedEntry chained) {
    JournalEntry entry = chained.entry();
    String next = HashChain.next(hash, entry);
    if (entry.seq() != seq + 1 || !next.equals(chained.hash())) {
      throw new BrokenJournal("its chain breaks at entry %d".formatted(entry.seq()));
    }
    try {
      replay(entry);
    } catch (RuntimeException e) {
      throw new BrokenJournal("entry %d cannot have happened: %s".formatted(entry.seq(), e), e);
    }
    hash = next;
  }

  private void replay(JournalEntry entry) {
    last = Instant.parse(entry.at());
    for (Transition line : JournalCodec.lines(aggregate.kind(), entry.transitions())) {
      aggregate = Apply.apply(aggregate, line.cause(), last);
      happened(line);
      seq++;
    }
    aggregate = Apply.replay(aggregate, List.of(), entry.decisions(), last);
  }

  private void happened(Transition line) {
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
    return aggregate;
  }

  /// Where the aggregate stands, as its journal counts.
  Head head() {
    return new Head(aggregate.version(), seq, hash);
  }

  /// When the last entry was written.
  Instant last() {
    return last;
  }

  /// The rows of a table, beside the aggregate's own.
  List<@Nullable Object[]> rows(Table table) {
    return writes.to(table).fromNothing();
  }

  /// The aggregate's own row, with its head.
  @Nullable Object[] row(Head head, String triggerKey) {
    @Nullable Object[] values =
        switch (aggregate) {
          case Run run -> RunRows.values(run, triggerKey);
          case Group group -> GroupRows.values(group);
          case Breaker breaker -> BreakerRows.values(breaker);
          case Agent agent -> AgentRows.values(agent);
          case Aggregate other -> throw new IllegalStateException("no table holds " + other);
        };
    return CommitWriter.withHead(values, head);
  }
}
