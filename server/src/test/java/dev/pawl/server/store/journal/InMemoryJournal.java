package dev.pawl.server.store.journal;

import dev.pawl.core.engine.Revision;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.AggregateKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A journal in memory in the form of a database: encoded, numbered, and chained by hashes.
public final class InMemoryJournal {

  private final LinkedHashMap<AggregateKey, List<ChainedEntry>> entries = new LinkedHashMap<>();
  private final Map<AggregateKey, JournalHead> heads = new LinkedHashMap<>();

  public void append(String commitId, Instant at, Revision revision) {
    if (revision.transitions().isEmpty()) {
      return;
    }
    var of = AggregateKey.of(revision.after());
    JournalHead head = heads.getOrDefault(of, JournalHead.NEW);
    var told = ChainedEntry.EntryContent.of(at, 1, revision.transitions());
    ChainedEntry next = ChainedEntry.next(of, head, commitId, told);
    entries.computeIfAbsent(of, _ -> new ArrayList<>()).add(next);
    long last = head.seq() + revision.transitions().size();
    heads.put(of, new JournalHead(revision.after().version(), last, next.hash()));
  }

  /// Changes the last entry, as an attacker would.
  public void tamper() {
    List<ChainedEntry> journal = entries.lastEntry().getValue();
    JournalEntry last = journal.getLast().entry();
    var changed =
        new JournalEntry(
            last.aggregate(),
            last.seq(),
            last.decisions(),
            last.commitId(),
            last.at(),
            last.transitions() + " ");
    journal.set(journal.size() - 1, new ChainedEntry(changed, journal.getLast().hash()));
  }

  /// The first journal with a broken chain, and its entry; empty if all are intact.
  public Optional<String> broken() {
    for (var one : entries.entrySet()) {
      JournalHead head = heads.getOrDefault(one.getKey(), JournalHead.NEW);
      Optional<Long> broken = ChainedEntry.firstBroken(one.getValue(), head, head);
      if (broken.isPresent()) {
        return Optional.of("%s, entry %d".formatted(one.getKey(), broken.get()));
      }
    }
    return Optional.empty();
  }

  /// Replays the journal of an aggregate from its initial state.
  public Aggregate replay(Aggregate beginning) {
    var journal = entries.getOrDefault(AggregateKey.of(beginning), List.of());
    return ChainedEntry.replay(beginning, journal);
  }
}
