package dev.pawl.server;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Counters of an orchestrator since it started. Thread-safe.
public final class OrchestratorCounters {

  /// One counter and its metric.
  public enum Counter {
    COMMITS("pawl_commits_total", "Commits that succeeded."),
    CONFLICTS("pawl_commit_conflicts_total", "Commits that were decided again after a conflict."),
    RESERVATIONS("pawl_queue_reservations_total", "Queues that were reserved for agents here."),
    LEFT("pawl_attempts_left_total", "Queued attempts that were left to another orchestrator.");

    private final String metric;
    private final String help;

    Counter(String metric, String help) {
      this.metric = metric;
      this.help = help;
    }
  }

  private final Map<Counter, LongAdder> counts =
      Arrays.stream(Counter.values())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), _ -> new LongAdder()));

  public void add(Counter counter, long more) {
    of(counter).add(more);
  }

  public long count(Counter counter) {
    return of(counter).sum();
  }

  private LongAdder of(Counter counter) {
    return Objects.requireNonNull(counts.get(counter));
  }

  /// All counters in the text format of Prometheus.
  public String text() {
    var text = new StringBuilder();
    for (Counter counter : Counter.values()) {
      text.append(
          """
          # HELP %1$s %2$s
          # TYPE %1$s counter
          %1$s %3$d
          """
              .formatted(counter.metric, counter.help, count(counter)));
    }
    return text.toString();
  }
}
