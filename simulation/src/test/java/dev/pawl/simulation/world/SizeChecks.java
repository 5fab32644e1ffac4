package dev.pawl.simulation.world;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import dev.pawl.server.orchestrator.Orchestrator;
import dev.pawl.simulation.monitor.Invariant;
import dev.pawl.simulation.monitor.ViolationRecorder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Checks that every collection stays within its bound, and that every collection declares one.
final class SizeChecks {

  /// Collections of metrics, which have bounds of their own: states, and a number of labels.
  static final java.util.Set<String> METRICS =
      java.util.Set.of(
          "Orchestrator.sampledSizes", "OrchestratorCounters.durations", "CounterFamily.counters");

  /// Limit for messages that agents repeat while a store is full.
  private static final int MOST_WAITING = 5_000;

  private final ViolationRecorder violations;
  private final Map<String, Integer> limits;

  SizeChecks(ViolationRecorder violations, OrchestratorLimits limits) {
    this.violations = violations;
    this.limits = configured(limits);
  }

  /// The bounds that follow from the configuration, by the names of their collections.
  static Map<String, Integer> configured(OrchestratorLimits limits) {
    return Map.of(
        "Inbox.queue", limits.inbox(),
        "CommandLoop.current", limits.batch(),
        "AggregateCache.pages", limits.cachedJobs(),
        "ReadyQueues.all", limits.queuedAttempts(),
        "BlockedQueue.all", limits.blockedAttempts(),
        "Outbox.own", limits.effects(),
        "ConnectedAgents.byId", limits.agents());
  }

  /// Checks the messages that wait because the inbox is full.
  void waiting(String orchestrator, int messages) {
    if (messages > MOST_WAITING) {
      violations.violated(
          Invariant.BOUNDED, "%d messages wait for %s".formatted(messages, orchestrator));
    }
  }

  /// Checks the declared sizes against the declared and the configured bounds.
  void of(Orchestrator orchestrator) {
    for (BoundedSize one : orchestrator.sizes()) {
      if (!one.isWithinLimit() || one.size() > limits.getOrDefault(one.name(), Integer.MAX_VALUE)) {
        violations.violated(Invariant.BOUNDED, one.toString());
      }
    }
  }

  void of(AgentSession session) {
    for (var one : session.sizes()) {
      if (!one.isWithin()) {
        violations.violated(Invariant.BOUNDED, one.toString());
      }
    }
  }

  /// Checks the collections that are found in the object itself.
  void allOf(Orchestrator orchestrator) {
    of(orchestrator);
    Map<String, Long> most = new LinkedHashMap<>();
    orchestrator.sizes().forEach(one -> most.put(one.name(), one.limit()));
    compare(CollectionScanner.in(orchestrator), most);
  }

  void allOf(AgentSession session) {
    of(session);
    Map<String, Long> most = new LinkedHashMap<>();
    session.sizes().forEach(one -> most.put(one.name(), one.most()));
    compare(CollectionScanner.in(session), most);
  }

  private void compare(List<CollectionScanner.HeldCollection> all, Map<String, Long> most) {
    for (CollectionScanner.HeldCollection found : all) {
      if (METRICS.contains(found.name())) {
        continue;
      }
      if (!most.containsKey(found.name())) {
        violations.violated(Invariant.BOUNDED, "nobody says what bounds " + found.name());
      } else if (found.size() > most.getOrDefault(found.name(), 0L)) {
        violations.violated(Invariant.BOUNDED, "%s, of at most %s".formatted(found, most));
      }
    }
  }
}
