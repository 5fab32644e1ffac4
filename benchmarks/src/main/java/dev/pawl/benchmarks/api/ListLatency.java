package dev.pawl.benchmarks.api;

import dev.pawl.benchmarks.api.ApiMeasurement.ListFigure;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.pawl.RunHistory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures how long lists of runs take, for each filter, at the beginning and deep in the list.
final class ListLatency {

  private static final int WARM_UP = 20;
  private static final int SAMPLES = 100;

  /// A filter, whose `%d` is a number that differs from request to request.
  private record Query(String name, Map<String, String> filter) {

    static Query of(String... filter) {
      Map<String, String> all = new LinkedHashMap<>();
      for (int index = 0; index < filter.length; index += 2) {
        all.put(filter[index], filter[index + 1]);
      }
      return new Query(String.join(" ", filter), all);
    }
  }

  private static final String RARE_BRANCH = RunHistory.branch(77);
  private static final String RARE_ACTOR = RunHistory.actor(90);

  private static final List<Query> QUERIES =
      List.of(
          Query.of(),
          Query.of("state", "success"),
          Query.of("state", "failed"),
          Query.of("state", "timed_out"),
          Query.of("state", "queued"),
          Query.of("phase", "success"),
          Query.of("phase", "failed"),
          Query.of("phase", "waiting"),
          Query.of("phase", "pending"),
          Query.of("phase", "running"),
          Query.of("repository", RunHistory.repository(3)),
          Query.of("repository", RunHistory.repository(49)),
          Query.of("workflow", RunHistory.workflow(0)),
          Query.of("workflow", RunHistory.workflow(7)),
          Query.of("branch", RunHistory.branch(0)),
          Query.of("branch", RARE_BRANCH),
          Query.of("branch", "nowhere"),
          Query.of("event", "push"),
          Query.of("event", "api"),
          Query.of("actor", RunHistory.actor(0)),
          Query.of("actor", RARE_ACTOR),
          Query.of("number", "1234"),
          Query.of("q", "main"),
          Query.of("q", "feature/"),
          Query.of("q", "fix/1"),
          Query.of("q", "c"),
          Query.of("q", "1"),
          Query.of("q", "77"),
          Query.of("q", "1234"),
          Query.of("q", "dead"),
          Query.of("q", "nothing"),
          Query.of("branch", RunHistory.branch(0), "actor", RARE_ACTOR),
          Query.of("branch", RARE_BRANCH, "actor", RARE_ACTOR),
          Query.of("branch", RARE_BRANCH, "actor", RARE_ACTOR, "state", "timed_out"),
          Query.of("repository", RunHistory.repository(3), "workflow", RunHistory.workflow(7)),
          Query.of("repository", RunHistory.repository(3), "phase", "failed"),
          Query.of("workflow", RunHistory.workflow(7), "event", "api", "state", "cancelled"),
          Query.of("state", "plan_failed", "event", "api"),
          Query.of("phase", "failed", "actor", RARE_ACTOR),
          Query.of("event", "push", "branch", RunHistory.branch(0), "state", "success"),
          Query.of("event", "push", "branch", "nowhere", "state", "success"),
          Query.of("repository", "nothing", "event", "push"),
          Query.of("q", "main", "actor", RARE_ACTOR),
          Query.of("q", "1", "state", "timed_out", "event", "api"),
          Query.of("limit", "200"),
          Query.of("limit", "200", "phase", "failed"));

  private final ApiClient client;

  ListLatency(ApiClient client) {
    this.client = client;
  }

  /// Measures all lists, at each of these places.
  ///
  /// @param cursors deep in the list, by their names
  List<ListFigure> measure(Map<String, String> cursors) throws IOException, InterruptedException {
    List<ListFigure> measured = new ArrayList<>();
    for (Query query : QUERIES) {
      measured.add(measure(query.name().isEmpty() ? "all" : query.name(), query.filter()));
      for (var cursor : cursors.entrySet()) {
        Map<String, String> deep = new LinkedHashMap<>(query.filter());
        deep.put("cursor", cursor.getValue());
        measured.add(measure("%s, %s".formatted(query.name(), cursor.getKey()), deep));
      }
    }
    return measured;
  }

  private ListFigure measure(String name, Map<String, String> query)
      throws IOException, InterruptedException {
    String path = ApiClient.list(query);
    List<Long> nanos = new ArrayList<>();
    String body = "";
    for (int count = 0; count < WARM_UP + SAMPLES; count++) {
      long began = System.nanoTime();
      body = client.get(path);
      if (count >= WARM_UP) {
        nanos.add(System.nanoTime() - began);
      }
    }
    return new ListFigure(name, LatencyStats.of(nanos), body.split("\"createdAt\"", -1).length - 1);
  }
}
