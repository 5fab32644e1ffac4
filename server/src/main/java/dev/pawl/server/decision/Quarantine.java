package dev.pawl.server.decision;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.store.QuarantinedRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Runs about which nothing is decided any more, because that ended in a bug, in a row that the
/// store rejects, or because the journal is corrupt: the others go on. The store has them too, for
/// the other orchestrators and the next start. Bounded: the oldest is forgotten first, and
/// quarantined again when a decision about it fails. Owned by the loop, readable by any thread.
final class Quarantine {

  static final int MOST = 1_000;

  /// The way in which a run that is to be ended by force is ended.
  enum End {
    /// By the state that its journal tells.
    BY_JOURNAL,
    /// By the state that its rows tell.
    BY_ROWS,
    /// By what its rows say that it holds, without its jobs.
    BY_HOLDINGS,
    /// Not at all: the store has rejected all of them.
    REJECTED
  }

  private record Held(QuarantinedRun run, End end, String rejection) {
    private Held with(End next, String why) {
      return new Held(run, next, why);
    }
  }

  private final Map<RunId, Held> runs =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Held> eldest) {
          return size() > MOST;
        }
      };

  /// A copy, for other threads.
  private volatile List<QuarantinedRun> shown = List.of();

  void add(QuarantinedRun run) {
    runs.put(run.run(), new Held(run, End.BY_JOURNAL, ""));
    show();
  }

  void remove(RunId run) {
    if (runs.remove(run) != null) {
      show();
    }
  }

  private void show() {
    shown = runs.values().stream().map(Held::run).toList();
  }

  /// Takes over what the store says: other orchestrators quarantine runs, and people end or release
  /// them. A run that does not exist, or has ended, is quarantined only until then.
  void refresh(List<QuarantinedRun> stored) {
    if (stored.isEmpty() && runs.isEmpty()) {
      return; // as nearly always
    }
    Set<RunId> ids = stored.stream().map(QuarantinedRun::run).collect(Collectors.toSet());
    boolean isChanged = stored.size() < MOST && runs.keySet().retainAll(ids);
    for (QuarantinedRun one : stored.reversed()) { // the latest last
      isChanged |= runs.putIfAbsent(one.run(), new Held(one, End.BY_JOURNAL, "")) == null;
    }
    if (isChanged) {
      show();
    }
  }

  boolean holds(RunId run) {
    return runs.containsKey(run);
  }

  /// The quarantined runs. For any thread.
  List<QuarantinedRun> shown() {
    return shown;
  }

  Optional<QuarantinedRun> of(RunId run) {
    return Optional.ofNullable(runs.get(run)).map(Held::run);
  }

  /// The next way to try to end the run.
  End end(RunId run) {
    @Nullable Held held = runs.get(run);
    return held == null ? End.BY_JOURNAL : held.end();
  }

  /// The store has rejected the end of the run. False if there is no other way to try.
  boolean endRejected(RunId run, String why) {
    @Nullable Held held = runs.get(run);
    if (held == null || held.end() == End.REJECTED) {
      return false;
    }
    End next =
        switch (held.end()) {
          case BY_JOURNAL -> End.BY_ROWS;
          case BY_ROWS -> End.BY_HOLDINGS;
          case BY_HOLDINGS, REJECTED -> End.REJECTED;
        };
    runs.put(run, held.with(next, why));
    return true;
  }

  /// The refusal to end a run whose end the store rejects. The next request is tried again.
  Decision endRefusal(RunId run, String why) {
    runs.computeIfPresent(run, (_, held) -> held.with(End.BY_JOURNAL, ""));
    return refused(
        "run %s is quarantined and cannot be ended: %s. Even an end that writes nothing but its own row, leases and places fails; mend the store or restore a backup, then try again."
            .formatted(run, why));
  }

  /// The reason for which the store has rejected the last end.
  String rejection(RunId run) {
    @Nullable Held held = runs.get(run);
    return held == null ? "" : held.rejection();
  }

  /// The refusal of every other command about a quarantined run.
  Optional<Decision> refusal(RunId run) {
    return of(run)
        .map(held ->
            refused(
                "run %s is quarantined after an internal error: %s. End it by a forced cancel."
                    .formatted(run, held.reason())));
  }

  private static Decision refused(String why) {
    return new Decision.Refused(new Refusal(Refusal.Code.WRONG_STATE, why));
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("Quarantine.runs", runs.size(), MOST),
        new BoundedSize("Quarantine.shown", shown.size(), MOST));
  }
}
