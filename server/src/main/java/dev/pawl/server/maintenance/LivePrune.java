package dev.pawl.server.maintenance;

import dev.pawl.server.logs.LogFiles;
import dev.pawl.server.logs.LogRetention;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Duration;

/// Prunes a live store: a few runs in one transaction, and slowly, so that commits are not delayed.
///
/// @param logs of all servers of the store
/// @param time after which it stops
public record LivePrune(SqlStore store, LogFiles logs, Duration time) {

  public LivePrune(SqlStore store, LogFiles logs) {
    this(store, logs, TimeBudget.REQUEST);
  }

  /// What was deleted.
  ///
  /// @param logRuns how many of the remaining runs have lost their logs
  /// @param isComplete whether nothing is left to be pruned
  public record Pruned(
      long runs,
      long agents,
      long journalEntries,
      long logRuns,
      long logBytes,
      boolean isComplete) {}

  /// How many runs there are to prune.
  public long prunable(PruneLimits limits) {
    return store.retention().prunable(limits.runs(), store.now());
  }

  public Pruned prune(PruneLimits limits) {
    var budget = TimeBudget.of(time);
    long runs = 0;
    long agents = 0;
    long entries = 0;
    if (limits.prunesRuns()) {
      runs =
          store
              .retentionBesideCommits(budget::isOver)
              .prune(limits.runs(), store.now(), run -> LogRetention.delete(logs, run));
    }
    if (limits.runs().age().isPresent() && !budget.isOver()) {
      Duration age = limits.runs().age().get();
      agents = store.agentRetention().prune(age, store.now(), _ -> false);
      entries = store.journalRetention().prune(age, store.now());
    }
    var freed = new LogRetention.Pruned(0, 0);
    if (limits.prunesLogs() && !budget.isOver()) {
      freed =
          new LogRetention(limits.longestLogAge(), limits.mostLogBytes())
              .prune(logs, store.retention()::endedAt, store.now());
    }
    return new Pruned(runs, agents, entries, freed.runs(), freed.bytes(), !budget.isOver());
  }
}
