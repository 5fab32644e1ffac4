package dev.pawl.benchmarks.pawl;

import dev.pawl.benchmarks.Delays;
import dev.pawl.benchmarks.Load;
import dev.pawl.benchmarks.Probe;
import dev.pawl.benchmarks.Rate;
import dev.pawl.benchmarks.Span;
import dev.pawl.benchmarks.Subject;
import dev.pawl.core.plan.Plan;
import dev.pawl.server.store.PostgresStore;
import dev.pawl.server.store.SqlStore;
import dev.pawl.server.store.SqliteStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// Pawl: every run with its whole lifecycle and journal, by agents in the same process whose steps
/// take no time. A run counts when it is over, durably.
public final class PawlSubject implements Subject {

  private static final String SQLITE = "jdbc:sqlite:";
  private static final int AGENTS = 50;
  private static final int SLOTS = 40;
  private static final int ONES = 1_000;
  private static final int CHAINS = 400;
  private static final int FAN_OUTS = 20;

  private final PawlSystem system;

  public PawlSubject(String url) throws InterruptedException {
    this.system = new PawlSystem(store(url), AGENTS, SLOTS);
  }

  /// The store at a JDBC address.
  static SqlStore store(String url) {
    return url.startsWith(SQLITE)
        ? SqliteStore.open(Path.of(url.substring(SQLITE.length())), InstantSource.system(), "")
        : PostgresStore.open(url);
  }

  @Override
  public String settings() {
    return "%d agents of %d slots; %d runs of one job under way, %d chains, %d fan-outs"
        .formatted(AGENTS, SLOTS, ONES, CHAINS, FAN_OUTS);
  }

  @Override
  public Optional<Rate> one(Span span) throws Exception {
    return Optional.of(load(Graph.chain(1), ONES, span));
  }

  @Override
  public Optional<Rate> chain(Span span) throws Exception {
    return Optional.of(load(Graph.chain(CHAIN), CHAINS, span));
  }

  @Override
  public Optional<Rate> fanOut(Span span) throws Exception {
    return Optional.of(load(Graph.fanOut(FAN_OUT), FAN_OUTS, span));
  }

  private Rate load(Plan plan, int underWay, Span span) throws Exception {
    var load = new Load(underWay);
    int jobs = plan.jobs().size();
    system.onEnd(_ -> {
      load.steps(jobs);
      load.ended();
    });
    return load.measure(span, 1, 1, _ -> system.trigger(plan));
  }

  @Override
  public Optional<Delays> latency(Span span) throws Exception {
    var probe = new Probe();
    Plan plan = Graph.chain(1);
    system.onStart(_ -> probe.started());
    return Optional.of(probe.measure(span, () -> system.trigger(plan)));
  }

  @Override
  public void close() {
    system.close();
  }
}
