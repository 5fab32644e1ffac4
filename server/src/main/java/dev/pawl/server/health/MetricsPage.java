package dev.pawl.server.health;

import dev.pawl.server.BoundedSize;
import dev.pawl.server.metrics.CounterFamily;
import dev.pawl.server.metrics.PrometheusText;
import dev.pawl.server.orchestrator.Orchestrator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The metrics of a server. Names are those of OpenTelemetry's conventions for CI/CD where they
/// have one. No label names a run, a person or a repository.
final class MetricsPage {

  private static final double MILLIS = 1_000;

  private final PrometheusText text = new PrometheusText();

  MetricsPage(Orchestrator orchestrator, CounterFamily errors) {
    orchestrator.counters().write(text);
    orchestrator
        .commitTimes()
        .ifPresent(times -> text.histogram("pawl_commit_seconds", "Time of a commit.", times));
    text.counters(
        "cicd_system_errors_total",
        "Failures of the server itself.",
        "cicd_system_component",
        errors);
    text.gauge(
        "pawl_quarantined_runs",
        "Runs about which nothing is decided.",
        orchestrator.quarantined().size());
    Map<String, Long> used = new LinkedHashMap<>();
    Map<String, Long> limits = new LinkedHashMap<>();
    for (BoundedSize one : orchestrator.sampledSizes()) {
      used.put(one.name(), one.size());
      limits.put(one.name(), one.limit());
    }
    text.gauges("pawl_buffer_used", "Entries of a bounded buffer.", "buffer", used);
    text.gauges("pawl_buffer_limit", "Most entries of that buffer.", "buffer", limits);
  }

  /// Adds the load of all servers of the store.
  void write(LoadSample load, Duration lag) {
    text.gauges(
            "cicd_pipeline_run_active",
            "Runs that are open, in the whole store.",
            "cicd_pipeline_run_state",
            load.openRuns())
        .gauges(
            "cicd_worker_count",
            "Agents that are connected to any server of the store.",
            "cicd_worker_state",
            load.workers())
        .gauge("pawl_queue_depth", "Jobs that wait for an agent.", (double) load.queue().depth())
        .gauge(
            "pawl_queue_oldest_seconds",
            "How long the first of them has been waiting.",
            load.queueAge().toMillis() / MILLIS)
        .gauge(
            "pawl_lag_seconds",
            "How long ago a deadline passed that was not acted on.",
            lag.toMillis() / MILLIS);
  }

  String text() {
    return text.toString();
  }
}
