package dev.pawl.server;

import java.util.concurrent.atomic.AtomicLongArray;

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

  private final AtomicLongArray counts = new AtomicLongArray(Counter.values().length);

  public void add(Counter counter, long more) {
    counts.addAndGet(counter.ordinal(), more);
  }

  public long count(Counter counter) {
    return counts.get(counter.ordinal());
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
