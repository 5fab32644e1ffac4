package dev.pawl.benchmarks.peers;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.LatencyProbe;
import dev.pawl.benchmarks.measure.LatencyStats;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/// JobRunr as a subject: a queue that keeps the state of each job after its end. It polls, and
/// fetches more as soon as it has room; when it has run dry, new jobs wait for the next poll, whose
/// shortest interval is five seconds.
public final class JobRunrSubject implements BenchmarkSubject {

  private static final int WORKERS = 64;
  private static final int WAITING = 4_000;
  private static final int BATCH = 500;
  private static final int CONNECTIONS = 20;
  private static final Duration POLL = Duration.ofSeconds(5);

  private final HikariDataSource pool;
  private final JobRequestScheduler scheduler;
  private volatile Runnable body = () -> {};

  public JobRunrSubject(String url) {
    pool = PeerConnectionPool.of(url, CONNECTIONS);
    var storage = new PostgresStorageProvider(pool);
    scheduler =
        org.jobrunr.configuration.JobRunr.configure()
            .useStorageProvider(storage)
            .useJobActivator(new Activator())
            .useBackgroundJobServer(
                usingStandardBackgroundJobServerConfiguration()
                    .andWorkerCount(WORKERS)
                    .andPollInterval(POLL)
                    .andInterruptJobsAwaitDurationOnStopBackgroundJobServer(Duration.ofSeconds(5)))
            .initialize()
            .getJobRequestScheduler();
  }

  /// The request that is stored for a job.
  public record Step() implements JobRequest {
    @Override
    public Class<Handler> getJobRequestHandler() {
      return Handler.class;
    }
  }

  /// The handler; the activator gives it the subject, as a container would.
  public static final class Handler implements JobRequestHandler<Step> {
    private final JobRunrSubject subject;

    Handler(JobRunrSubject subject) {
      this.subject = subject;
    }

    @Override
    public void run(Step step) {
      subject.body.run();
    }
  }

  private final class Activator implements JobActivator {
    @Override
    public <T> T activateJob(Class<T> type) {
      return type.cast(new Handler(JobRunrSubject.this));
    }
  }

  @Override
  public String settings() {
    return "%d virtual worker threads, %d connections, polling every %d s, jobs enqueued in batches of %d"
        .formatted(WORKERS, CONNECTIONS, POLL.toSeconds(), BATCH);
  }

  @Override
  public Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    var load = new LoadGenerator(WAITING);
    body =
        () -> {
          load.step();
          load.ended();
        };
    return Optional.of(
        load.measure(
            span,
            1,
            BATCH,
            jobs -> scheduler.enqueue(IntStream.range(0, jobs).mapToObj(_ -> new Step()))));
  }

  @Override
  public Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    var probe = new LatencyProbe();
    body = probe::started;
    return Optional.of(probe.measure(span, () -> scheduler.enqueue(new Step())));
  }

  @Override
  public void close() {
    org.jobrunr.configuration.JobRunr.destroy();
    pool.close();
  }
}
