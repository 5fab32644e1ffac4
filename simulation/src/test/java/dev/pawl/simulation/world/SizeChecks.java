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

/// Nothing holds more than it may; and nothing holds anything of which it does not say how much.
final class SizeChecks {

  /// What agents say again and again while a store is full stays below that.
  private static final int MOST_WAITING = 5_000;

  private final ViolationRecorder verdict;
  private final Map<String, Integer> limits;

  SizeChecks(ViolationRecorder verdict, OrchestratorLimits limits) {
    this.verdict = verdict;
    this.limits =
        Map.of(
            "Inbox.queue", limits.inbox(),
            "Loop.atWork", limits.batch(),
            "Cache.pages", limits.cachedJobs(),
            "ReadyQueues.all", limits.queuedAttempts(),
            "Parking.all", limits.blockedAttempts(),
            "Outbox.own", limits.effects(),
            "Links.byAgent", limits.agents());
  }

  /// Messages that wait outside, because there is no room inside.
  void waiting(String orchestrator, int messages) {
    if (messages > MOST_WAITING) {
      verdict.violated(
          Invariant.BOUNDED, "%d messages wait for %s".formatted(messages, orchestrator));
    }
  }

  /// By what it was told, and by what it says itself.
  void of(Orchestrator orchestrator) {
    for (BoundedSize one : orchestrator.sizes()) {
      if (!one.isWithinLimit() || one.size() > limits.getOrDefault(one.name(), Integer.MAX_VALUE)) {
        verdict.violated(Invariant.BOUNDED, one.toString());
      }
    }
  }

  void of(AgentSession session) {
    for (var one : session.sizes()) {
      if (!one.isWithin()) {
        verdict.violated(Invariant.BOUNDED, one.toString());
      }
    }
  }

  /// By what is found in it.
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
      if (!most.containsKey(found.name())) {
        verdict.violated(Invariant.BOUNDED, "nobody says what bounds " + found.name());
      } else if (found.size() > most.getOrDefault(found.name(), 0L)) {
        verdict.violated(Invariant.BOUNDED, "%s, of at most %s".formatted(found, most));
      }
    }
  }
}
