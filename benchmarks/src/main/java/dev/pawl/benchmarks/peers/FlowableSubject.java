package dev.pawl.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.LatencyProbe;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flowable.common.engine.api.FlowableOptimisticLockingException;
import org.flowable.common.engine.api.delegate.event.AbstractFlowableEventListener;
import org.flowable.common.engine.api.delegate.event.FlowableEvent;
import org.flowable.common.engine.impl.cfg.TransactionState;
import org.flowable.common.engine.impl.history.HistoryLevel;
import org.flowable.engine.ProcessEngine;
import org.flowable.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.flowable.job.service.impl.asyncexecutor.AsyncJobExecutorConfiguration;

/// Flowable as a subject: processes in BPMN, with a durable job for each asynchronous task. A
/// fan-out is a task with parallel instances. Tasks are not exclusive, as its documentation
/// recommends for parallel tasks; exclusive ones fan out at a third of the speed. An instance that
/// loses an optimistic lock waits to be acquired again: ten seconds by default, a tenth of a second
/// here. History is kept of processes and activities, as the nearest equivalent of a journal;
/// identities and events are off.
public final class FlowableSubject implements BenchmarkSubject {

  private static final int THREADS = 8;
  private static final int CONNECTIONS = THREADS + 8;
  private static final int SUBMITTERS = 2;
  private static final int UNDER_WAY = 16;
  private static final int FAN_OUTS = 4;
  private static final Duration ACQUIRE = Duration.ofMillis(100);

  private final HikariDataSource pool;
  private final ProcessEngine engine;
  private volatile Runnable body = () -> {};
  private volatile Runnable ended = () -> {};

  public FlowableSubject(String url) {
    pool = PeerConnectionPool.of(url, CONNECTIONS);
    engine = configuration().buildProcessEngine();
    deploy("one", 1, "");
    deploy("chain", CHAIN, "");
    deploy(
        "fanOut",
        1,
        """
        <multiInstanceLoopCharacteristics isSequential="false">
          <loopCardinality>%d</loopCardinality>
        </multiInstanceLoopCharacteristics>
        """
            .formatted(FAN_OUT));
    Thread.setDefaultUncaughtExceptionHandler(FlowableSubject::uncaught);
  }

  private StandaloneProcessEngineConfiguration configuration() {
    var executor = new AsyncJobExecutorConfiguration();
    executor.setDefaultAsyncJobAcquireWaitTime(ACQUIRE);
    executor.setUnlockOwnedJobs(false); // at its end, when the database is dropped anyway
    var configuration = new StandaloneProcessEngineConfiguration();
    configuration.setDataSource(pool);
    configuration.setDatabaseSchemaUpdate("true");
    configuration.setHistoryLevel(HistoryLevel.ACTIVITY);
    configuration.setDisableIdmEngine(true);
    configuration.setDisableEventRegistry(true);
    configuration.setAsyncExecutorActivate(true);
    configuration.setAsyncExecutorConfiguration(executor);
    configuration.setAsyncExecutorCorePoolSize(THREADS);
    configuration.setAsyncExecutorMaxPoolSize(THREADS);
    configuration.setBeans(Map.of("bench", new Step()));
    configuration.setTypedEventListeners(Map.of("PROCESS_COMPLETED", List.of(new Ended())));
    return configuration;
  }

  /// Ignores lost optimistic locks, which end a thread of Flowable whenever two instances end at
  /// once; the job is retried.
  private static void uncaught(Thread thread, Throwable thrown) {
    if (!(thrown instanceof FlowableOptimisticLockingException)) {
      System.err.println("bench: " + thread.getName() + " ended by " + thrown);
    }
  }

  /// The body of every service task.
  public final class Step {
    public void step() {
      body.run();
    }
  }

  /// Receives the end of a process when it is committed.
  private final class Ended extends AbstractFlowableEventListener {
    @Override
    public void onEvent(FlowableEvent event) {
      ended.run();
    }

    @Override
    public boolean isFailOnException() {
      return false;
    }

    @Override
    public boolean isFireOnTransactionLifecycleEvent() {
      return true;
    }

    @Override
    public String getOnTransaction() {
      return TransactionState.COMMITTED.name();
    }
  }

  /// A process of this number of tasks, one after another.
  private void deploy(String process, int tasks, String loop) {
    var elements = new StringBuilder("<startEvent id=\"step0\"/>");
    for (int i = 1; i <= tasks; i++) {
      elements.append(
          """
          <serviceTask id="step%d" flowable:async="true" flowable:exclusive="false"
                       flowable:expression="${bench.step()}">%s</serviceTask>
          """
              .formatted(i, loop));
    }
    elements.append("<endEvent id=\"step%d\"/>".formatted(tasks + 1));
    for (int i = 0; i <= tasks; i++) {
      elements.append(
          "<sequenceFlow id=\"after%1$d\" sourceRef=\"step%1$d\" targetRef=\"step%2$d\"/>"
              .formatted(i, i + 1));
    }
    engine
        .getRepositoryService()
        .createDeployment()
        .addString(
            process + ".bpmn20.xml",
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
                         xmlns:flowable="http://flowable.org/bpmn" targetNamespace="bench">
              <process id="%s">%s</process>
            </definitions>
            """
                .formatted(process, elements))
        .deploy();
  }

  @Override
  public String settings() {
    return ("async executor of %d threads, %d connections, tasks not exclusive, history of"
            + " activities, %d runs under way, or %d fan-outs by parallel instances")
        .formatted(THREADS, CONNECTIONS, UNDER_WAY, FAN_OUTS);
  }

  @Override
  public Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    return Optional.of(measure(span, "one", UNDER_WAY));
  }

  @Override
  public Optional<ThroughputRate> chain(MeasurementWindow span) throws Exception {
    return Optional.of(measure(span, "chain", UNDER_WAY));
  }

  @Override
  public Optional<ThroughputRate> fanOut(MeasurementWindow span) throws Exception {
    return Optional.of(measure(span, "fanOut", FAN_OUTS));
  }

  private ThroughputRate measure(MeasurementWindow span, String process, int underWay)
      throws Exception {
    var load = new LoadGenerator(underWay);
    body = load::step;
    ended = load::ended;
    return load.measure(span, SUBMITTERS, 1, _ -> start(process));
  }

  @Override
  public Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    var probe = new LatencyProbe();
    body = probe::started;
    ended = () -> {};
    return Optional.of(probe.measure(span, () -> start("one")));
  }

  private void start(String process) {
    engine.getRuntimeService().startProcessInstanceByKey(process);
  }

  @Override
  public void close() {
    engine.close();
    pool.close();
    Thread.setDefaultUncaughtExceptionHandler(null);
  }
}
