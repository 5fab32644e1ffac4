package dev.pawl.benchmarks.peers;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.LatencyProbe;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/// db-scheduler as a subject: a queue in one table. Configured for throughput by its documentation:
/// lock-and-fetch with the limits of its own benchmark for few threads, immediate execution, and
/// tasks scheduled in batches.
public final class DbSchedulerSubject implements BenchmarkSubject {

  private static final int THREADS = 20;
  private static final double LOWER = 4.0;
  private static final double UPPER = 20.0;
  private static final int WAITING = 2_000;
  private static final int BATCH = 100;

  /// The schema that the project publishes, without the index for priorities, which are not used.
  private static final String SCHEMA =
      """
      CREATE TABLE scheduled_tasks (
        task_name text NOT NULL,
        task_instance text NOT NULL,
        task_data bytea,
        execution_time timestamp with time zone NOT NULL,
        picked boolean NOT NULL,
        picked_by text,
        last_success timestamp with time zone,
        last_failure timestamp with time zone,
        consecutive_failures int,
        last_heartbeat timestamp with time zone,
        version bigint NOT NULL,
        priority smallint,
        PRIMARY KEY (task_name, task_instance)
      );
      CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
      CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
      """;

  private final HikariDataSource pool;
  private final Scheduler scheduler;
  private final OneTimeTask<Void> task;
  private final AtomicLong ids = new AtomicLong();
  private volatile Runnable body = () -> {};

  public DbSchedulerSubject(String url) throws SQLException {
    pool = PeerConnectionPool.of(url + "&reWriteBatchedInserts=true", THREADS + 4);
    try (var connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(SCHEMA);
    }
    task = Tasks.oneTime("step").execute((_, _) -> body.run());
    scheduler =
        Scheduler.create(pool, task)
            .threads(THREADS)
            .pollUsingLockAndFetch(LOWER, UPPER)
            .pollingInterval(Duration.ofSeconds(1))
            .enableImmediateExecution()
            .shutdownMaxWait(Duration.ofSeconds(5))
            .build();
    scheduler.start();
  }

  @Override
  public String settings() {
    return ("lock-and-fetch with %d threads and limits %.1f and %.1f, immediate execution, tasks"
            + " scheduled in batches of %d")
        .formatted(THREADS, LOWER, UPPER, BATCH);
  }

  @Override
  public Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    var load = new LoadGenerator(WAITING);
    body =
        () -> {
          load.step();
          load.ended();
        };
    return Optional.of(load.measure(span, 1, BATCH, this::schedule));
  }

  private void schedule(int tasks) {
    List<TaskInstance<?>> instances = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      instances.add(task.instance(Long.toString(ids.incrementAndGet())));
    }
    scheduler.scheduleBatch(instances, Instant.now());
  }

  @Override
  public Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    var probe = new LatencyProbe();
    body = probe::started;
    return Optional.of(
        probe.measure(
            span,
            () ->
                scheduler.schedule(
                    task.instance(Long.toString(ids.incrementAndGet())), Instant.now())));
  }

  @Override
  public void close() {
    scheduler.stop();
    pool.close();
  }
}
