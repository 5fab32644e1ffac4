package dev.pawl.server.metrics;

import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.LeaseEvent;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunMachine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Counters of an orchestrator since it started. Thread-safe. The loop counts without a lock, and
/// without allocation for what it has counted before.
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

  private static final double MILLIS = 1_000;

  private final Map<Counter, LongAdder> counts =
      Arrays.stream(Counter.values())
          .collect(Collectors.toUnmodifiableMap(Function.identity(), _ -> new LongAdder()));

  private final CounterFamily transitions = new CounterFamily();
  private final CounterFamily rejections = new CounterFamily();
  private final CounterFamily late = new CounterFamily();
  private final CounterFamily runErrors = new CounterFamily();
  private final Histogram batches = new Histogram(1, 2, 5, 10, 25, 50, 100, 250, 500);

  /// By the states in which runs end.
  private final Map<RunState, Histogram> durations = new EnumMap<>(RunState.class);

  public OrchestratorCounters() {
    for (RunState state : RunState.values()) {
      if (RunMachine.MACHINE.isTerminal(state)) {
        durations.put(
            state,
            new Histogram(1, 5, 15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600));
      }
    }
  }

  public void add(Counter counter, long more) {
    of(counter).add(more);
  }

  public long count(Counter counter) {
    return of(counter).sum();
  }

  private LongAdder of(Counter counter) {
    return Objects.requireNonNull(counts.get(counter));
  }

  /// A batch was committed.
  ///
  /// @param changes how many decisions it has
  public void committed(int changes) {
    add(Counter.COMMITS, 1);
    batches.record(changes);
  }

  /// The journal lines of one aggregate were committed.
  public void moved(List<Transition> lines) {
    for (int i = 0; i < lines.size(); i++) {
      Transition line = lines.get(i);
      if (line.isMove()) {
        transitions.increment(line.machine(), line.event());
      }
    }
  }

  /// A run has ended.
  public void ended(Run run, Instant at) {
    @Nullable Histogram duration = durations.get(run.state());
    if (duration != null) {
      duration.record(Duration.between(run.origin().at(), at).toMillis() / MILLIS);
    }
    if (run.state() == RunState.FAILED || run.state() == RunState.TIMED_OUT) {
      runErrors.increment(Machine.wireName(run.reason().code()));
    }
  }

  /// A request was rejected.
  ///
  /// @param machine of what it was about
  public void rejected(String machine) {
    rejections.increment(machine);
  }

  /// A request or message came too late, and changed nothing.
  ///
  /// @param machine of what it was about
  public void late(String machine) {
    late.increment(machine);
  }

  /// How many transitions of a machine were caused by an event.
  public long transitions(String machine, String event) {
    return transitions.count(machine, event);
  }

  /// Writes all counters.
  public void write(PrometheusText text) {
    for (Counter counter : Counter.values()) {
      text.counter(counter.metric, counter.help, count(counter));
    }
    Map<String, Histogram> byResult = new LinkedHashMap<>();
    durations.forEach((state, histogram) -> byResult.put(result(state), histogram));
    text.histograms(
            "cicd_pipeline_run_duration_seconds",
            "Time from the start of a run to its end.",
            "cicd_pipeline_result",
            byResult)
        .counters(
            "cicd_pipeline_run_errors_total",
            "Runs that failed, by the code of the reason.",
            "error_type",
            runErrors)
        .counters(
            "pawl_transitions_total",
            "Transitions that were committed here.",
            "machine",
            "event",
            transitions)
        .counter(
            "pawl_lease_expiries_total",
            "Leases that expired because their agents were not heard of.",
            transitions(LeaseMachine.MACHINE.name(), LeaseEvent.EXPIRE.name()))
        .counters("pawl_rejections_total", "Requests that were rejected.", "machine", rejections)
        .counters(
            "pawl_late_messages_total",
            "Requests and messages that came too late.",
            "machine",
            late)
        .histogram("pawl_batch_changes", "Decisions in a commit.", batches);
  }

  /// The value of OpenTelemetry's `cicd.pipeline.result`.
  private static String result(RunState state) {
    return switch (state) {
      case SUCCESS -> "success";
      case FAILED, PLAN_FAILED -> "failure";
      case TIMED_OUT -> "timeout";
      case CANCELLED -> "cancellation";
      case SKIPPED -> "skip";
      case CREATED, PLANNING, QUEUED, HELD, WAITING, RUNNING, CANCELLING, RECOVERING ->
          throw new IllegalArgumentException(state + " is no end");
    };
  }
}
