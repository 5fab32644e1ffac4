package dev.pawl.simulation.world;

import dev.pawl.agent.session.AgentSession;
import dev.pawl.server.runtime.Bounded;
import dev.pawl.server.runtime.Limits;
import dev.pawl.server.runtime.Orchestrator;
import dev.pawl.simulation.judge.Law;
import dev.pawl.simulation.judge.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Nothing holds more than it may; and nothing holds anything of which it does not say how much.
final class Measures {

  /// What agents say again and again while a store is full stays below that.
  private static final int MOST_WAITING = 5_000;

  private final Verdict verdict;
  private final Map<String, Integer> limits;

  Measures(Verdict verdict, Limits limits) {
    this.verdict = verdict;
    this.limits =
        Map.of(
            "Inbox.queue", limits.inbox(),
            "Loop.atWork", limits.batch(),
            "Cache.pages", limits.cached(),
            "ReadyQueues.all", limits.queued(),
            "Parking.all", limits.parked(),
            "Outbox.own", limits.effects(),
            "Links.byAgent", limits.agents());
  }

  /// Messages that wait outside, because there is no room inside.
  void waiting(String orchestrator, int messages) {
    if (messages > MOST_WAITING) {
      verdict.broken(Law.BOUNDED, "%d messages wait for %s".formatted(messages, orchestrator));
    }
  }

  /// By what it was told, and by what it says itself.
  void of(Orchestrator orchestrator) {
    for (Bounded one : orchestrator.sizes()) {
      if (!one.isWithin() || one.size() > limits.getOrDefault(one.name(), Integer.MAX_VALUE)) {
        verdict.broken(Law.BOUNDED, one.toString());
      }
    }
  }

  void of(AgentSession session) {
    for (var one : session.sizes()) {
      if (!one.isWithin()) {
        verdict.broken(Law.BOUNDED, one.toString());
      }
    }
  }

  /// By what is found in it.
  void allOf(Orchestrator orchestrator) {
    of(orchestrator);
    Map<String, Long> most = new LinkedHashMap<>();
    orchestrator.sizes().forEach(one -> most.put(one.name(), one.most()));
    compare(Holdings.in(orchestrator), most);
  }

  void allOf(AgentSession session) {
    of(session);
    Map<String, Long> most = new LinkedHashMap<>();
    session.sizes().forEach(one -> most.put(one.name(), one.most()));
    compare(Holdings.in(session), most);
  }

  private void compare(List<Holdings.Found> all, Map<String, Long> most) {
    for (Holdings.Found found : all) {
      if (!most.containsKey(found.name())) {
        verdict.broken(Law.BOUNDED, "nobody says what bounds " + found.name());
      } else if (found.size() > most.getOrDefault(found.name(), 0L)) {
        verdict.broken(Law.BOUNDED, "%s, of at most %s".formatted(found, most));
      }
    }
  }
}
