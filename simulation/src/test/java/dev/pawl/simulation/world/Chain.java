package dev.pawl.simulation.world;

import dev.pawl.core.engine.Revision;
import dev.pawl.core.engine.Transition;
import dev.pawl.server.store.MemoryStore;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A hash for each entry of each journal, which covers the one before: kept beside the journal when
/// it is written, and computed again at the end.
final class Chain {

  private final Map<String, Long> last = new LinkedHashMap<>();
  private final List<Long> hashes = new ArrayList<>();

  void add(Revision revision) {
    String key = revision.after().kind() + " " + revision.after().key();
    long hash = next(last.getOrDefault(key, 0L), revision);
    last.put(key, hash);
    hashes.add(hash);
  }

  /// Somebody changes what is written.
  void tamper() {
    hashes.set(hashes.size() - 1, hashes.getLast() + 1);
  }

  void check(List<MemoryStore.Entry> journal, Verdict verdict) {
    var again = new Chain();
    Map<String, Long> versions = new LinkedHashMap<>();
    for (MemoryStore.Entry entry : journal) {
      again.add(entry.revision());
      var after = entry.revision().after();
      String key = after.kind() + " " + after.key();
      if (after.version() != versions.getOrDefault(key, 0L) + 1) {
        verdict.broken(Law.JOURNAL_WHOLE, "a gap before version %d of %s".formatted(after.version(), key));
      }
      versions.put(key, after.version());
    }
    if (!again.hashes.equals(hashes)) {
      verdict.broken(Law.JOURNAL_WHOLE, "an entry was changed after it was written");
    }
  }

  private static long next(long before, Revision revision) {
    long hash = before * 31 + revision.after().version();
    for (Transition line : revision.transitions()) {
      hash = hash * 31 + line.entity().hashCode();
      hash = hash * 31 + line.event().hashCode();
      hash = hash * 31 + line.to().hashCode();
      hash = hash * 31 + line.cause().reason().message().hashCode();
    }
    return hash;
  }
}
