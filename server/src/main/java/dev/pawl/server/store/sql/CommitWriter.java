package dev.pawl.server.store.sql;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.codec.EffectCodec;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.journal.ChainedEntry;
import dev.pawl.server.store.journal.JournalEntry;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.rows.AgentRows;
import dev.pawl.server.store.rows.BreakerRows;
import dev.pawl.server.store.rows.GroupProjection;
import dev.pawl.server.store.rows.GroupRows;
import dev.pawl.server.store.rows.LeaseRowWriter;
import dev.pawl.server.store.rows.RunProjection;
import dev.pawl.server.store.rows.RunRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Works out what a commit makes of every row: entries of the journal, the rows that their lines
/// moved, those of the aggregates themselves, effects and liveness. It writes nothing itself.
///
/// Most of that needs nothing but the commit, and is done as soon as there is one; the rest, which
/// follows from where journals end, in [#writes].
public final class CommitWriter {

  /// What a commit has told of an aggregate so far, and how it leaves it.
  private static final class Page {
    private final String triggerKey;
    private Aggregate after;
    private boolean isWritten;
    private int decisions;
    private @Nullable Instant at;
    private final List<Transition> lines = new ArrayList<>();
    private final List<ChainedEntry.EntryContent> told = new ArrayList<>();

    Page(Aggregate after, String triggerKey) {
      this.after = after;
      this.triggerKey = triggerKey;
    }

    /// The decisions of one moment are one entry.
    void tell() {
      if (at != null) {
        told.add(ChainedEntry.EntryContent.of(at, decisions, lines));
        at = null;
        decisions = 0;
        lines.clear();
      }
    }
  }

  /// When a run is to be looked at, as was known at a time.
  private record Deadline(Run run, Optional<Instant> next, Instant now) {}

  /// What comes sooner may come before the commit does.
  private static final Duration SOON = Duration.ofSeconds(5);

  private final Commit commit;
  private final CommitPreconditions expected;
  private final WriteBatch writes = new WriteBatch();
  private final LeaseRowWriter leases = new LeaseRowWriter(writes);
  private final RunProjection inRun = new RunProjection(writes, leases);
  private final GroupProjection groups = new GroupProjection(writes);
  private final Map<JournalEntry.AggregateKey, Page> pages = new LinkedHashMap<>();
  private final List<Deadline> deadlines = new ArrayList<>();
  private final Map<JournalEntry.AggregateKey, Optional<Instant>> dues = new LinkedHashMap<>();
  private final Map<JournalEntry.AggregateKey, JournalHead> heads = new LinkedHashMap<>();

  CommitWriter(Commit commit, CommitPreconditions expected) {
    this.commit = commit;
    this.expected = expected;
    commit.changes().forEach(this::write);
    pages.values().forEach(Page::tell);
    for (Commit.AcceptedMessage heard : commit.acceptedMessages()) {
      leases.recordSequence(heard.run().value(), heard.lease(), heard.seq());
    }
    writes.deleteEffects(commit.delivered());
  }

  /// To be asked for once.
  ///
  /// @param known the heads of everything that it writes and that was written before
  WriteBatch writes(Map<JournalEntry.AggregateKey, JournalHead> known) {
    heads.putAll(known);
    deadlines.forEach(this::due);
    pages.forEach(this::close);
    return writes;
  }

  /// Where everything that is written stands afterwards.
  Map<JournalEntry.AggregateKey, JournalHead> heads() {
    return heads;
  }

  private void write(Change change) {
    change.revisions().forEach(revision -> revision(change, revision));
    if (change.affectedRun().isPresent()) {
      Run run = change.run();
      for (LeaseRef lease : change.decision().renewed()) {
        leases.renew(run.id().value(), lease, change.at());
      }
      deadlines.add(new Deadline(run, change.nextDue(), change.at()));
    }
    var asked = JournalEntry.AggregateKey.of(change.revisions().getFirst().after());
    for (Effect effect : change.effects()) {
      if (commit.keeps(effect)) {
        writes
            .table(SqlTable.EFFECT)
            .append(
                asked.kind(),
                asked.key(),
                EffectCodec.kind(effect),
                EffectCodec.encode(effect),
                change.at());
      }
    }
  }

  /// When it is to be looked at, unless it is over: what is over has no deadlines. One that is
  /// known to be looked at earlier is left alone, since others only ever bring that forward, until
  /// it comes.
  private void due(Deadline deadline) {
    Run run = deadline.run();
    Optional<Instant> next = deadline.next();
    var of = JournalEntry.AggregateKey.of(run);
    TableWrites rows = writes.table(SqlTable.DUE);
    if (next.isEmpty()) {
      rows.delete(run.id().value());
      dues.put(of, Optional.empty());
      return;
    }
    boolean isCovered =
        dues.getOrDefault(of, head(of).due())
            .filter(at -> at.isAfter(deadline.now().plus(SOON)) && !at.isAfter(next.get()))
            .isPresent();
    if (!isCovered) {
      rows.upsertDue(run.id().value(), next.get(), run.origin().owner());
      dues.put(of, next);
    }
  }

  private JournalHead head(JournalEntry.AggregateKey of) {
    return heads.getOrDefault(of, JournalHead.NEW);
  }

  private void revision(Change change, Revision revision) {
    Aggregate after = revision.after();
    var of = JournalEntry.AggregateKey.of(after);
    Page page = pages.computeIfAbsent(of, _ -> new Page(after, change.triggerKey()));
    page.after = after;
    page.isWritten |= CommitPreconditions.isWritten(revision);
    if (!revision.transitions().isEmpty()) {
      if (page.at != null && !page.at.equals(change.at())) {
        page.tell();
      }
      page.at = change.at();
      page.decisions++;
      page.lines.addAll(revision.transitions());
    }
    for (Transition line : revision.transitions()) {
      happened(change, after, line);
    }
  }

  private void happened(Change change, Aggregate after, Transition line) {
    switch (after.kind()) {
      case RUN -> inRun.apply(change, (Run) after, line);
      case GROUP -> groups.apply(after.key(), (DomainEvent.OfGroup) line.cause());
      case BREAKER, AGENT -> {} // all of it is in its own row
    }
  }

  private void close(JournalEntry.AggregateKey of, Page page) {
    if (!page.isWritten) {
      return;
    }
    JournalHead before = head(of);
    Optional<Instant> due = dues.getOrDefault(of, before.due());
    var head = new JournalHead(page.after.version(), before.seq(), before.hash(), due);
    for (ChainedEntry.EntryContent told : page.told) {
      ChainedEntry next = ChainedEntry.next(of, head, commit.id(), told);
      next.appendTo(writes);
      head = new JournalHead(head.version(), head.seq() + told.lines(), next.hash(), due);
    }
    heads.put(of, head);
    TableWrites rows = writes.table(SqlTable.of(page.after.kind()));
    long version = expected.version(of);
    @Nullable Object[] row = withHead(values(page), head);
    if (version == 0) {
      rows.insert(row);
    } else {
      rows.updateFromVersion(version, row);
    }
  }

  private static @Nullable Object[] values(Page page) {
    return switch (page.after.kind()) {
      case RUN -> RunRows.values((Run) page.after, page.triggerKey);
      case GROUP -> GroupRows.values((Group) page.after);
      case BREAKER -> BreakerRows.values((Breaker) page.after);
      case AGENT -> AgentRows.values((Agent) page.after);
    };
  }

  static @Nullable public Object[] withHead(@Nullable Object[] values, JournalHead head) {
    @Nullable Object[] row = Arrays.copyOf(values, values.length + 3);
    row[values.length] = head.version();
    row[values.length + 1] = head.seq();
    row[values.length + 2] = head.hash();
    return row;
  }
}
