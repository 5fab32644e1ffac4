package dev.pawl.server.orchestrator;

import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.agents.ConnectedAgents;
import dev.pawl.server.dispatch.Dispatcher;
import dev.pawl.server.dispatch.PagedCursor;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// Polls the store for what time, or other orchestrators, have changed: once a second, and soon
/// after a notification. Owned by the loop.
final class StorePoller {

  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /// Shortest interval, however many notifications come.
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(20);

  private final Store store;
  private final ConnectedAgents agents;
  private final Dispatcher dispatcher;
  private final AgentPresence presence;
  private final Outbox outbox;
  private final PagedCursor<DueRun> due;
  private Instant next = Instant.EPOCH;
  private Instant last = Instant.EPOCH;

  StorePoller(
      OrchestratorLimits limits,
      Store store,
      LoopMemory memory,
      AgentPresence presence,
      Outbox outbox) {
    this.store = store;
    this.agents = memory.agents();
    this.dispatcher = memory.dispatcher();
    this.presence = presence;
    this.outbox = outbox;
    this.due = new PagedCursor<>(DueRun.FIRST, limits.page());
  }

  boolean isDue(Instant now) {
    return !now.isBefore(next);
  }

  Duration untilNext(Instant now) {
    Duration left = Duration.between(now, next);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /// Another orchestrator has committed something that may concern this one.
  void notified() {
    Instant soon = last.plus(SHORTEST_INTERVAL);
    next = soon.isBefore(next) ? soon : next;
  }

  /// Updates ready work, agents and effects. Returns the runs that are due.
  List<DueRun> poll(Instant now) {
    List<DueRun> runs =
        due.next((after, most) -> store.dueRuns(now, after, most), Function.identity());
    dispatcher.poll(store, agents.ids(), now);
    presence.disconnectRevoked();
    outbox.poll(now);
    last = now;
    next = now.plus(INTERVAL);
    return runs;
  }
}
