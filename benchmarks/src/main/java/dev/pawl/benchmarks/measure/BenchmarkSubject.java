package dev.pawl.benchmarks.measure;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalDouble;

/// An engine that is measured, opened on a fresh database. A step is one durable task that does
/// nothing; a run is started by a trigger and has one step or more. Results are empty for features
/// that the engine does not have: a queue has no chains.
public interface BenchmarkSubject extends AutoCloseable {

  /// Its configuration in one line, so that readers can judge whether it is fair.
  String settings();

  /// Completed runs of a single step per second, with enough runs in flight to saturate the engine.
  default Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// Steps per second of runs of [#CHAIN] steps, one after another.
  default Optional<ThroughputRate> chain(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// Steps per second of runs of [#FAN_OUT] parallel steps and a join.
  default Optional<ThroughputRate> fanOut(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// The latency from a trigger to the start of the step, one run at a time on an idle system.
  default Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// The same latency at half of the maximum throughput.
  default Optional<LatencyStats> busyLatency(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// Steps per second of single runs with this number of parallel steps.
  default Optional<ThroughputRate> wide(int steps, MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// How many of a hundred commits conflicted since this was called last.
  default OptionalDouble conflicts() {
    return OptionalDouble.empty();
  }

  /// Fills the store with finished runs.
  default void fill(long runs) throws Exception {}

  /// Fills the queue with steps that no agent here can execute.
  default void queue(long steps) throws Exception {}

  @Override
  void close() throws IOException, SQLException;

  int CHAIN = 10;
  int FAN_OUT = 100;
}
