package dev.pawl.server.store.sql;

import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.event.DomainEvent;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.journal.ChainedEntry;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.rows.GroupProjection;
import dev.pawl.server.store.rows.LeaseRowWriter;
import dev.pawl.server.store.rows.RunProjection;
import dev.pawl.server.store.rows.RunRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Builds the batch of rows that a commit writes: journal entries, the rows that their transitions
/// change, the aggregates' own rows, effects and liveness. It writes nothing itself.
///
/// The constructor does all that follows from the commit alone, while the commit before may still
/// be in flight; [#build] does the rest, which depends on where the journals end.
final class CommitBatchBuilder {

  /// The entries that a commit adds to one aggregate's journal, and the aggregate after them.
  ///
  /// `changesRow` is whether the aggregate's own row changes, besides its head and next deadline.
  /// That of an ended run is always written, so that its last one has the end of the journal.
  private static final class JournalPage {
    private final String triggerKey;
    private Aggregate after;
    private boolean isWritten;
    private boolean changesRow;
    private int decisions;
    private @Nullable Instant at;
    private final List<Transition> transitions = new ArrayList<>();
    private final List<ChainedEntry.EntryContent> entries = new ArrayList<>();

    JournalPage(Aggregate after, String triggerKey) {
      this.after = after;
      this.triggerKey = triggerKey;
    }

    void add(Revision revision, Instant when) {
      if (at != null && !at.equals(when)) {
        endEntry();
      }
      at = when;
      decisions++;
      transitions.addAll(revision.transitions());
    }

    void noteRow(Revision revision) {
      changesRow |=
          !(revision.after() instanceof Run run)
              || run.isOver()
              || revision.transitions().stream()
                  .anyMatch(one -> RunRows.isChangedBy((DomainEvent.OfRun) one.cause()));
    }

    /// Ends the current entry: the decisions of one instant are one entry.
    void endEntry() {
      if (at != null) {
        entries.add(ChainedEntry.EntryContent.of(at, decisions, transitions));
        at = null;
        decisions = 0;
        transitions.clear();
      }
    }
  }

  /// The next deadline of a run, as decided at a time.
  private record Deadline(Run run, Optional<Instant> next, Instant now) {}

  /// A stored deadline that is nearer than this may pass before the commit does.
  private static final Duration SOON = Duration.ofSeconds(5);

  private final Commit commit;
  private final CommitPreconditions preconditions;
  private final WriteBatch batch = new WriteBatch();
  private final LeaseRowWriter leases = new LeaseRowWriter(batch);
  private final RunProjection runs = new RunProjection(batch, leases);
  private final GroupProjection groups = new GroupProjection(batch);
  private final Map<AggregateKey, JournalPage> pages = new LinkedHashMap<>();
  private final List<Deadline> deadlines = new ArrayList<>();
  private final Map<AggregateKey, Optional<Instant>> dueTimes = new LinkedHashMap<>();
  private final Map<AggregateKey, JournalHead> heads = new LinkedHashMap<>();

  CommitBatchBuilder(Commit commit, CommitPreconditions preconditions) {
    this.commit = commit;
    this.preconditions = preconditions;
    commit.changes().forEach(this::add);
    pages.values().forEach(JournalPage::endEntry);
    for (Commit.AcceptedMessage message : commit.acceptedMessages()) {
      leases.recordSequence(message.run().value(), message.lease(), message.seq());
    }
    batch.deleteEffects(commit.delivered());
  }

  /// Completes the batch. To be called once.
  ///
  /// @param known the heads of all aggregates that it describes and that exist
  WriteBatch build(Map<AggregateKey, JournalHead> known) {
    heads.putAll(known);
    deadlines.forEach(this::setDue);
    pages.forEach(this::writePage);
    return batch;
  }

  /// The heads of all described aggregates, after the commit.
  Map<AggregateKey, JournalHead> heads() {
    return heads;
  }

  /// The runs that are over after the commit.
  List<AggregateKey> ended() {
    return pages.entrySet().stream()
        .filter(page -> page.getValue().after instanceof Run run && run.isOver())
        .map(Map.Entry::getKey)
        .toList();
  }

  private void add(Change change) {
    change.revisions().forEach(revision -> add(change, revision));
    if (change.affectedRun().isPresent()) {
      Run run = change.run();
      for (LeaseRef lease : change.decision().renewed()) {
        leases.renew(run.id().value(), lease, change.at());
      }
      deadlines.add(new Deadline(run, change.nextDue(), change.at()));
    }
    var decided = AggregateKey.of(change.revisions().getFirst().after());
    for (Effect effect : change.effects()) {
      if (commit.keeps(effect)) {
        batch
            .table(SqlTable.EFFECT)
            .append(
                decided.kindName(),
                decided.key(),
                effect instanceof Effect.AskRun(var run, _) ? run.value() : "",
                StoreCodec.kindOf(effect),
                StoreCodec.encode(effect),
                change.at());
      }
    }
  }

  private void add(Change change, Revision revision) {
    Aggregate after = revision.after();
    JournalPage page =
        pages.computeIfAbsent(
            AggregateKey.of(after), _ -> new JournalPage(after, change.triggerKey()));
    page.after = after;
    page.isWritten |= CommitPreconditions.isWritten(revision);
    page.noteRow(revision);
    if (!revision.transitions().isEmpty()) {
      page.add(revision, change.at());
    }
    for (Transition transition : revision.transitions()) {
      project(change, after, transition);
    }
  }

  private void project(Change change, Aggregate after, Transition transition) {
    switch (after.kind()) {
      case RUN -> runs.apply(change, (Run) after, transition);
      case GROUP -> groups.apply(after.key(), (DomainEvent.OfGroup) transition.cause());
      case BREAKER, AGENT -> {} // their own rows have everything
    }
  }

  /// Sets when the run must be checked next; a run that is over has no deadline. An earlier time
  /// that is stored already stays, unless it may pass before this commit: a check at that time
  /// finds that nothing is due.
  private void setDue(Deadline deadline) {
    Optional<Instant> next = deadline.next();
    var key = AggregateKey.of(deadline.run());
    boolean isCovered =
        next.isPresent()
            && dueTimes
                .getOrDefault(key, headOf(key).due())
                .filter(at -> at.isAfter(deadline.now().plus(SOON)) && !at.isAfter(next.get()))
                .isPresent();
    if (!isCovered) {
      dueTimes.put(key, next);
    }
  }

  private JournalHead headOf(AggregateKey key) {
    return heads.getOrDefault(key, JournalHead.NEW);
  }

  /// Appends the entries to the journal, and writes the aggregate's own row, unless only the head
  /// of a run moves: [JournalHead] finds it in the journal.
  private void writePage(AggregateKey key, JournalPage page) {
    boolean exists = heads.containsKey(key);
    JournalHead before = headOf(key);
    Optional<Instant> due = dueTimes.getOrDefault(key, before.due());
    if (!page.isWritten && due.equals(before.due())) {
      return;
    }
    JournalHead head = before.due(due);
    for (ChainedEntry.EntryContent content : page.entries) {
      ChainedEntry entry = ChainedEntry.next(key, head, commit.id(), content);
      head = head.after(entry, content);
      entry.appendTo(batch, head);
    }
    head = head.version(page.after.version()); // of an agent, leases count too
    heads.put(key, head);
    if (exists && !page.changesRow && due.equals(before.due())) {
      batch.lockRun(key.key());
      return;
    }
    TableWrites rows = batch.table(SqlTable.of(page.after.kind()));
    @Nullable Object[] row = head.rowOf(page.after, page.triggerKey);
    if (exists) {
      rows.updateFromVersion(preconditions.version(key), row);
    } else {
      rows.insert(row);
    }
  }
}
