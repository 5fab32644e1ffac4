package dev.pawl.server.health;

import dev.pawl.server.store.sql.LoadQueries;
import dev.pawl.server.store.sql.LoadQueries.Queue;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The load of the servers of a store at a moment.
///
/// @param openRuns how many runs are open, by the state that OpenTelemetry has for them
/// @param workers how many agents are connected to any server, by whether they are busy
/// @param oldestDue the first deadline that has passed and was not acted on
record LoadSample(
    Instant at,
    Map<String, Long> openRuns,
    Queue queue,
    Map<String, Long> workers,
    Optional<Instant> oldestDue) {

  /// @param silence after which an agent does not count as connected
  static LoadSample of(LoadQueries queries, Instant now, Duration silence) {
    return new LoadSample(
        now,
        pipelineStates(queries.openRuns()),
        queries.queue(),
        queries.workers(now.minus(silence)),
        queries.oldestDue(now));
  }

  /// Adds runs up by the values of `cicd.pipeline.run.state`.
  private static Map<String, Long> pipelineStates(Map<String, Long> runs) {
    Map<String, Long> states = new LinkedHashMap<>();
    for (String state : new String[] {"pending", "executing", "finalizing"}) {
      states.put(state, 0L);
    }
    runs.forEach((state, count) -> {
      String found =
          switch (state) {
            case "running", "recovering" -> "executing";
            case "cancelling" -> "finalizing";
            default -> "pending";
          };
      states.merge(found, count, Long::sum);
    });
    return states;
  }

  /// How far the servers are behind with deadlines.
  ///
  /// @param ableSince since when deadlines can be acted on
  Duration lag(Instant ableSince) {
    return oldestDue
        .map(due -> Duration.between(due.isAfter(ableSince) ? due : ableSince, at))
        .filter(behind -> !behind.isNegative())
        .orElse(Duration.ZERO);
  }

  /// How long the first attempt has been waiting for an agent.
  Duration queueAge() {
    return queue
        .oldest()
        .map(since -> Duration.between(since, at))
        .filter(age -> !age.isNegative())
        .orElse(Duration.ZERO);
  }
}
