package dev.pawl.server.store.journal;

import dev.pawl.core.engine.EventApplier;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A journal entry with the hash that it was written with. A list of them is an aggregate's
/// journal, in a database or in memory.
public record ChainedEntry(JournalEntry entry, String hash) {

  /// Makes the entry that follows `head`.
  public static ChainedEntry next(
      AggregateKey aggregate, JournalHead head, String commitId, EntryContent content) {
    var entry =
        new JournalEntry(
            aggregate,
            head.seq() + 1,
            content.decisions(),
            commitId,
            SqlConnection.time(content.at()),
            content.transitions());
    return new ChainedEntry(entry, HashChain.next(head.hash(), entry));
  }

  /// The content of an entry: the transitions of an aggregate at one instant, encoded.
  public record EntryContent(Instant at, int decisions, int transitionCount, String transitions) {

    public static EntryContent of(Instant at, int decisions, List<Transition> transitions) {
      return new EntryContent(at, decisions, transitions.size(), StoreCodec.encode(transitions));
    }
  }

  /// Adds the entry to a batch.
  ///
  /// @param after the head after the entry
  public void appendTo(WriteBatch batch, JournalHead after) {
    batch
        .table(SqlTable.JOURNAL)
        .append(
            entry.aggregate().kindName(),
            entry.aggregate().key(),
            entry.seq(),
            after.seq(),
            entry.decisions(),
            after.version(),
            entry.commitId(),
            entry.at(),
            hash,
            entry.transitions());
  }

  /// Replays a journal from the aggregate's initial state, without verifying the chain.
  static Aggregate replay(Aggregate initial, List<ChainedEntry> journal) {
    Aggregate replayed = initial;
    for (ChainedEntry chained : journal) {
      var events = StoreCodec.events(chained.entry.transitions());
      Instant at = Instant.parse(chained.entry.at());
      replayed = EventApplier.replay(replayed, events, chained.entry.decisions(), at);
    }
    return replayed;
  }

  /// Replays entries from a snapshot on, and verifies the chain, except that it ends where the
  /// aggregate's row says.
  ///
  /// @throws CorruptJournal if the chain is broken
  static AggregateSnapshot replayVerified(AggregateSnapshot from, List<ChainedEntry> journal) {
    AggregateSnapshot reached = from;
    for (ChainedEntry chained : journal) {
      reached = chained.after(reached);
    }
    return reached;
  }

  /// @throws CorruptJournal if this is not the entry that follows the snapshot
  void requireFollows(AggregateSnapshot before) {
    if (entry.seq() != before.seq() + 1 || !hash.equals(HashChain.next(before.hash(), entry))) {
      throw new CorruptJournal("the hash chain breaks at entry %d".formatted(entry.seq()));
    }
  }

  private AggregateSnapshot after(AggregateSnapshot before) {
    requireFollows(before);
    var events = StoreCodec.events(entry.transitions());
    Instant at = Instant.parse(entry.at());
    return new AggregateSnapshot(
        EventApplier.replay(before.aggregate(), events, entry.decisions(), at),
        before.seq() + events.size(),
        hash);
  }

  /// Verifies a whole journal. Returns the sequence number of the first entry with a wrong hash or
  /// after a gap, or the one after the last entry if the journal does not end at the head, or does
  /// not have the entry that the aggregate's row names.
  ///
  /// @param row the end according to the row, which may be behind
  /// @param head the end, from the row or from the last entry behind it
  static Optional<Long> firstBroken(List<ChainedEntry> journal, JournalHead row, JournalHead head) {
    String before = HashChain.START;
    long next = 1;
    boolean hasRow = row.isAt(0, HashChain.START);
    for (ChainedEntry chained : journal) {
      JournalEntry entry = chained.entry;
      String hash = HashChain.next(before, entry);
      if (entry.seq() != next || !chained.hash.equals(hash)) {
        return Optional.of(entry.seq());
      }
      before = hash;
      next = entry.seq() + StoreCodec.transitions(entry.transitions()).size();
      hasRow |= row.isAt(next - 1, before);
    }
    return hasRow && head.isAt(next - 1, before) ? Optional.empty() : Optional.of(next);
  }
}
