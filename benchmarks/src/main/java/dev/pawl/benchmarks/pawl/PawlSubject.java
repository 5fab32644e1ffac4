package dev.pawl.benchmarks.pawl;

import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.LatencyProbe;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import dev.pawl.core.plan.Plan;
import dev.pawl.server.metrics.OrchestratorCounters.Counter;
import dev.pawl.server.store.postgres.PostgresStore;
import dev.pawl.server.store.sql.SqlStore;
import dev.pawl.server.store.sqlite.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Pawl as a subject: every run with its whole lifecycle and journal, executed by agents in the
/// same process whose steps take no time. A step counts when its start is durable.
public final class PawlSubject implements BenchmarkSubject {

  private static final String SQLITE = "jdbc:sqlite:";

  /// The number of orchestrators on PostgreSQL: while one waits for its commit, another decides.
  private static final int ORCHESTRATORS = 2;

  private static final int AGENTS = 50;
  private static final int SLOTS = 40;
  private static final int ONES = 1_000;
  private static final int CHAINS = 400;
  private static final int FAN_OUTS = 20;

  private final String url;
  private final int orchestrators;
  private final PawlSystem system;
  private long seenCommits;
  private long seenConflicts;

  public PawlSubject(String url) throws InterruptedException {
    this.url = url;
    this.orchestrators = url.startsWith(SQLITE) ? 1 : ORCHESTRATORS;
    List<SqlStore> stores = new ArrayList<>();
    for (int store = 0; store < orchestrators; store++) {
      stores.add(store(url));
    }
    this.system = new PawlSystem(stores, AGENTS / orchestrators, SLOTS);
  }

  /// Opens the store at a JDBC address.
  public static SqlStore store(String url) {
    return url.startsWith(SQLITE)
        ? SqliteStore.open(Path.of(url.substring(SQLITE.length())), InstantSource.system(), "")
        : PostgresStore.open(url);
  }

  @Override
  public String settings() {
    return "orchestrators: %d; %d agents of %d slots; %d runs of one job under way, %d chains, %d fan-outs"
        .formatted(orchestrators, AGENTS, SLOTS, ONES, CHAINS, FAN_OUTS);
  }

  @Override
  public Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    return Optional.of(load(GraphPlans.chain(1), ONES, span));
  }

  @Override
  public Optional<ThroughputRate> chain(MeasurementWindow span) throws Exception {
    return Optional.of(load(GraphPlans.chain(CHAIN), CHAINS, span));
  }

  @Override
  public Optional<ThroughputRate> fanOut(MeasurementWindow span) throws Exception {
    return Optional.of(load(GraphPlans.fanOut(FAN_OUT), FAN_OUTS, span));
  }

  private ThroughputRate load(Plan plan, int underWay, MeasurementWindow span) throws Exception {
    var load = new LoadGenerator(underWay);
    system.onStart(_ -> load.step());
    system.onEnd(_ -> load.ended());
    return load.measure(span, 1, 1, _ -> system.trigger(plan));
  }

  @Override
  public Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    var probe = new LatencyProbe();
    Plan plan = GraphPlans.chain(1);
    system.onStart(_ -> probe.started());
    return Optional.of(probe.measure(span, () -> system.trigger(plan)));
  }

  /// Runs at half of the maximum rate in the background, and the measured run.
  @Override
  public Optional<LatencyStats> busyLatency(MeasurementWindow span) throws Exception {
    double most = load(GraphPlans.chain(1), ONES, span).perSecond();
    Plan plan = GraphPlans.chain(1);
    var probe = new LatencyProbe();
    Set<String> looked = ConcurrentHashMap.newKeySet();
    system.onEnd(_ -> {});
    system.onStart(job -> {
      if (looked.remove(job.runId())) {
        probe.started();
      }
    });
    var pace = new FixedRateTask(most / 2, () -> system.trigger(plan));
    try (pace) {
      return Optional.of(
          probe.measure(span, () -> system.trigger(plan, id -> looked.add(id.value()))));
    }
  }

  @Override
  public Optional<ThroughputRate> wide(int steps, MeasurementWindow span) throws Exception {
    int underWay = Math.max(1, AGENTS * SLOTS / steps / 2);
    return Optional.of(load(GraphPlans.sideBySide(steps), Math.min(underWay, ONES), span));
  }

  @Override
  public OptionalDouble conflicts() {
    long commits = system.count(Counter.COMMITS);
    long conflicts = system.count(Counter.CONFLICTS);
    long tried = commits + conflicts - seenCommits - seenConflicts;
    double share = 100.0 * (conflicts - seenConflicts) / Math.max(tried, 1);
    seenCommits = commits;
    seenConflicts = conflicts;
    return OptionalDouble.of(share);
  }

  @Override
  public void fill(long runs) throws Exception {
    new StoreFiller(url).fill(runs);
  }

  @Override
  public void queue(long steps) throws Exception {
    new StoreFiller(url).queue(steps);
  }

  @Override
  public void close() {
    system.close();
  }
}
