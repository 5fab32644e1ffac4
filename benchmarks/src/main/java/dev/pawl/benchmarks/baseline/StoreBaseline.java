package dev.pawl.benchmarks.baseline;

import dev.pawl.benchmarks.measure.BenchmarkSubject;
import dev.pawl.benchmarks.measure.LoadGenerator;
import dev.pawl.benchmarks.measure.MeasurementWindow;
import dev.pawl.benchmarks.measure.ThroughputRate;
import java.sql.SQLException;
import java.util.Optional;

/// The lower bound of every durable engine: the rows of runs, steps and events, written by plain
/// JDBC in groups of 64 steps a commit.
public final class StoreBaseline implements BenchmarkSubject {

  static final int GROUP = 64;

  /// Writes rows; a commit makes all rows durable that were added since the last one.
  interface Rows extends AutoCloseable {
    void run(long run);

    void step(long run, int step);

    void commit() throws SQLException;

    @Override
    void close() throws SQLException;
  }

  private final Rows rows;
  private long runs;

  public StoreBaseline(Rows rows) {
    this.rows = rows;
  }

  @Override
  public String settings() {
    return "run, step and event rows, group commit of " + GROUP;
  }

  @Override
  public Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    return chains(span, 1);
  }

  @Override
  public Optional<ThroughputRate> chain(MeasurementWindow span) throws Exception {
    return chains(span, CHAIN);
  }

  /// Runs as many chains at a time as there are steps in a group, one step of each at a time.
  private Optional<ThroughputRate> chains(MeasurementWindow span, int length) throws Exception {
    return measure(
        span,
        load -> {
          long first = runs;
          runs += GROUP;
          for (int step = 0; step < length; step++) {
            for (long run = first; run < runs; run++) {
              if (step == 0) {
                rows.run(run);
              }
              rows.step(run, step);
            }
            rows.commit();
            load.steps(GROUP);
          }
        });
  }

  /// Runs one run after another, its steps in groups.
  @Override
  public Optional<ThroughputRate> fanOut(MeasurementWindow span) throws Exception {
    return measure(
        span,
        load -> {
          long run = runs++;
          rows.run(run);
          for (int step = 0; step < FAN_OUT; step++) {
            rows.step(run, step);
            if (step % GROUP == GROUP - 1) {
              rows.commit();
              load.steps(GROUP);
            }
          }
          rows.commit();
          load.steps(FAN_OUT % GROUP);
        });
  }

  private interface Round {
    void write(LoadGenerator load) throws Exception;
  }

  private static Optional<ThroughputRate> measure(MeasurementWindow span, Round round)
      throws Exception {
    var load = new LoadGenerator(1);
    return Optional.of(
        load.measure(
            span,
            1,
            1,
            _ -> {
              round.write(load);
              load.ended();
            }));
  }

  @Override
  public void close() throws SQLException {
    rows.close();
  }
}
