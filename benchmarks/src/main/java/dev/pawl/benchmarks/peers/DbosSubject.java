package dev.pawl.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.LatencyProbe;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// DBOS Transact as a subject: workflows as methods, whose steps are recorded as they end. A
/// fan-out is a workflow with a child workflow for each step, because the steps of one workflow run
/// one after another.
public final class DbosSubject implements BenchmarkSubject {

  private static final int CONNECTIONS = 20;
  private static final int CALLERS = 32;
  private static final int FAN_OUTS = 4;

  private final HikariDataSource pool;
  private final DBOS dbos;
  private final Workflows workflows;
  private volatile Runnable body = () -> {};

  /// The workflows, which DBOS calls through a proxy.
  public interface Workflows {
    void one();

    void chain();

    void fanOut();
  }

  public DbosSubject(String url) {
    pool = PeerConnectionPool.of(url, CONNECTIONS);
    dbos =
        new DBOS(
            DBOSConfig.defaults("bench")
                .withDataSource(pool)
                .withAppVersion("1")
                .withMigrate(true));
    workflows = dbos.registerProxy(Workflows.class, new Methods());
    dbos.launch();
  }

  /// The implementation of the workflows.
  public final class Methods implements Workflows {
    @Override
    @Workflow
    public void one() {
      step();
    }

    @Override
    @Workflow
    public void chain() {
      for (int i = 0; i < CHAIN; i++) {
        step();
      }
    }

    @Override
    @Workflow
    public void fanOut() {
      List<WorkflowHandle<Void, RuntimeException>> children = new ArrayList<>();
      for (int i = 0; i < FAN_OUT; i++) {
        children.add(dbos.startWorkflow(() -> workflows.one()));
      }
      children.forEach(WorkflowHandle::getResult);
    }

    private void step() {
      dbos.runStep(() -> body.run(), "step");
    }
  }

  @Override
  public String settings() {
    return ("%d connections, %d runs under way, or %d fan-outs, each of which starts a child workflow"
            + " a step")
        .formatted(CONNECTIONS, CALLERS, FAN_OUTS);
  }

  @Override
  public Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    return Optional.of(measure(span, CALLERS, workflows::one));
  }

  @Override
  public Optional<ThroughputRate> chain(MeasurementWindow span) throws Exception {
    return Optional.of(measure(span, CALLERS, workflows::chain));
  }

  @Override
  public Optional<ThroughputRate> fanOut(MeasurementWindow span) throws Exception {
    return Optional.of(measure(span, FAN_OUTS, workflows::fanOut));
  }

  /// Each caller waits for the end of its run.
  private ThroughputRate measure(MeasurementWindow span, int callers, Runnable workflow)
      throws Exception {
    var load = new LoadGenerator(callers);
    body = load::step;
    return load.measure(
        span,
        callers,
        1,
        _ -> {
          workflow.run();
          load.ended();
        });
  }

  @Override
  public Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    var probe = new LatencyProbe();
    body = probe::started;
    return Optional.of(probe.measure(span, () -> dbos.startWorkflow(() -> workflows.one())));
  }

  @Override
  public void close() {
    dbos.shutdown();
    pool.close();
  }
}
