package dev.pawl.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.benchmarks.Delays;
import dev.pawl.benchmarks.Load;
import dev.pawl.benchmarks.Probe;
import dev.pawl.benchmarks.Rate;
import dev.pawl.benchmarks.Span;
import dev.pawl.benchmarks.Subject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.flowable.common.engine.api.delegate.event.AbstractFlowableEventListener;
import org.flowable.common.engine.api.delegate.event.FlowableEvent;
import org.flowable.common.engine.impl.cfg.TransactionState;
import org.flowable.common.engine.impl.history.HistoryLevel;
import org.flowable.engine.ProcessEngine;
import org.flowable.engine.impl.cfg.StandaloneProcessEngineConfiguration;

/// Flowable: processes in BPMN, with a durable job for each asynchronous task. A fan-out is a task
/// of many parallel instances.
public final class Flowable implements Subject {

  private static final int THREADS = Integer.getInteger("fl.threads", 8);
  private static final int UNDER_WAY = Integer.getInteger("fl.underway", 64);
  private static final int FAN_OUTS = Integer.getInteger("fl.fan", 4);
  private static final boolean EXCLUSIVE = !Boolean.getBoolean("fl.nonexclusive");

  private final HikariDataSource pool;
  private final ProcessEngine engine;
  private volatile Runnable body = () -> {};
  private volatile Runnable ended = () -> {};

  public Flowable(String url) {
    pool = Pool.of(url, THREADS + 8);
    var configuration = new StandaloneProcessEngineConfiguration();
    configuration
        .setDataSource(pool)
        .setDatabaseSchemaUpdate("true")
        .setAsyncExecutorActivate(true);
    configuration.setDisableIdmEngine(true);
    configuration.setDisableEventRegistry(true);
    configuration.setAsyncExecutorCorePoolSize(THREADS);
    configuration.setAsyncExecutorMaxPoolSize(THREADS);
    configuration.setHistoryLevel(
        HistoryLevel.getHistoryLevelForKey(System.getProperty("fl.history", "audit")));
    configuration.setBeans(Map.of("bench", new Step()));
    configuration.setTypedEventListeners(Map.of("PROCESS_COMPLETED", List.of(new Ended())));
    engine = configuration.buildProcessEngine();
    deploy("one", task("step", ""), 1);
    deploy("chain", IntStream.range(0, CHAIN).mapToObj(i -> task("step" + i, "")).collect(Collectors.joining()), CHAIN);
    deploy(
        "fanOut",
        task(
            "step",
            """
            <multiInstanceLoopCharacteristics isSequential="false">
              <loopCardinality>%d</loopCardinality>
            </multiInstanceLoopCharacteristics>
            """
                .formatted(FAN_OUT)), 1);
  }

  /// The body of every service task.
  public final class Step {
    public void step() {
      body.run();
    }
  }

  /// Hears of the end of a process when it is committed.
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

  private static String task(String id, String loop) {
    return """
        <serviceTask id="%s" flowable:async="true" flowable:exclusive="%s" flowable:expression="${bench.step()}">%s</serviceTask>
        """
        .formatted(id, EXCLUSIVE, loop);
  }

  private void deploy(String process, String tasks, int count) {
    var ids = IntStream.range(0, count).mapToObj(i -> count == 1 ? "step" : "step" + i).toList();
    var flows = new StringBuilder();
    String last = "start";
    for (String id : ids) {
      flows.append(flow(last, id));
      last = id;
    }
    flows.append(flow(last, "end"));
    engine
        .getRepositoryService()
        .createDeployment()
        .addString(
            process + ".bpmn20.xml",
            """
            <definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
                         xmlns:flowable="http://flowable.org/bpmn" targetNamespace="bench">
              <process id="%s"><startEvent id="start"/>%s<endEvent id="end"/>%s</process>
            </definitions>
            """
                .formatted(process, tasks, flows))
        .deploy();
  }

  private static String flow(String from, String to) {
    return """
        <sequenceFlow id="%1$s-%2$s" sourceRef="%1$s" targetRef="%2$s"/>"""
        .formatted(from, to);
  }

  @Override
  public String settings() {
    return "async executor of %d threads, history %s".formatted(THREADS, "audit");
  }

  @Override
  public Optional<Rate> one(Span span) throws Exception {
    return Optional.of(measure(span, "one", UNDER_WAY));
  }

  @Override
  public Optional<Rate> chain(Span span) throws Exception {
    return Optional.of(measure(span, "chain", UNDER_WAY));
  }

  @Override
  public Optional<Rate> fanOut(Span span) throws Exception {
    return Optional.of(measure(span, "fanOut", FAN_OUTS));
  }

  private Rate measure(Span span, String process, int underWay) throws Exception {
    var load = new Load(underWay);
    body = load::step;
    ended = load::ended;
    return load.measure(span, 2, 1, _ -> start(process));
  }

  @Override
  public Optional<Delays> latency(Span span) throws Exception {
    var probe = new Probe();
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
  }
}
