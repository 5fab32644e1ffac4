package dev.pawl.server.store.journal;

import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.codec.JournalCodec;
import dev.pawl.server.store.codec.JsonFields;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A journal entry, with the hash that it was written with. A list of them is an aggregate's
/// journal, wherever it is kept.
public record ChainedEntry(JournalEntry entry, String hash) {

  /// What the decisions of one commit say about an aggregate whose journal ends at `head`.
  public static ChainedEntry next(
      JournalEntry.AggregateKey aggregate, JournalHead head, String commitId, EntryContent told) {
    var entry =
        new JournalEntry(
            aggregate,
            head.seq() + 1,
            told.decisions(),
            commitId,
            SqlConnection.time(told.at()),
            told.transitions());
    return new ChainedEntry(entry, HashChain.next(head.hash(), entry));
  }

  /// What decisions of the same moment say about an aggregate, in so many lines.
  public record EntryContent(Instant at, int decisions, int lines, String transitions) {

    public static EntryContent of(Instant at, int decisions, List<Transition> lines) {
      return new EntryContent(at, decisions, lines.size(), JournalCodec.encode(lines));
    }
  }

  /// Puts it at the end of its journal.
  public void appendTo(WriteBatch writes) {
    writes
        .table(SqlTable.JOURNAL)
        .append(
            entry.aggregate().kind(),
            entry.aggregate().key(),
            entry.seq(),
            entry.decisions(),
            entry.commitId(),
            entry.at(),
            entry.transitions(),
            hash);
  }

  /// What became of an aggregate that began so.
  static Aggregate replay(Aggregate beginning, List<ChainedEntry> journal) {
    Aggregate replayed = beginning;
    for (ChainedEntry chained : journal) {
      var events = JournalCodec.decode(beginning.kind(), chained.entry.transitions());
      Instant at = Instant.parse(chained.entry.at());
      replayed = EventApplier.replay(replayed, events, chained.entry.decisions(), at);
    }
    return replayed;
  }

  /// The same, of a journal from some point on, whose chain is checked on the way, but for its end.
  ///
  /// @throws BrokenJournal if it does not hold
  static AggregateSnapshot replayVerified(AggregateSnapshot from, List<ChainedEntry> journal) {
    AggregateSnapshot reached = from;
    for (ChainedEntry chained : journal) {
      reached = chained.after(reached);
    }
    return reached;
  }

  /// @throws BrokenJournal if it is not the entry that comes next there
  void requireFollows(AggregateSnapshot before) {
    if (entry.seq() != before.seq() + 1 || !hash.equals(HashChain.next(before.hash(), entry))) {
      throw new CorruptJournal("its chain breaks at entry %d".formatted(entry.seq()));
    }
  }

  private AggregateSnapshot after(AggregateSnapshot before) {
    requireFollows(before);
    var events = JournalCodec.decode(before.aggregate().kind(), entry.transitions());
    Instant at = Instant.parse(entry.at());
    return new AggregateSnapshot(
        EventApplier.replay(before.aggregate(), events, entry.decisions(), at),
        before.seq() + events.size(),
        hash);
  }

  /// Where the journal was tampered with: a hash that does not follow from the one before, a gap,
  /// or an end that the aggregate does not know.
  ///
  /// @param head where the aggregate says that it ends
  static Optional<Long> firstBroken(List<ChainedEntry> journal, JournalHead head) {
    String before = HashChain.START;
    long next = 1;
    for (ChainedEntry chained : journal) {
      JournalEntry entry = chained.entry;
      String hash = HashChain.next(before, entry);
      if (entry.seq() != next || !chained.hash.equals(hash)) {
        return Optional.of(entry.seq());
      }
      before = hash;
      next = entry.seq() + JsonFields.read(entry.transitions()).size();
    }
    return head.seq() == next - 1 && head.hash().equals(before)
        ? Optional.empty()
        : Optional.of(next);
  }
}
