package dev.pawl.benchmarks.measure;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/// An engine that is measured, open on a fresh database of its own. A step is one durable task that
/// does nothing; a run is started by a trigger and has one step or more. What it has no notion of,
/// it leaves out: a queue has no chains.
public interface BenchmarkSubject extends AutoCloseable {

  /// How it was set up, in a line, so that a reader can judge whether that was fair.
  String settings();

  /// Runs of a single step: completed runs per second, with enough of them under way to saturate
  /// it.
  default Optional<ThroughputRate> one(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// Runs of [#CHAIN] steps, one after another: steps per second.
  default Optional<ThroughputRate> chain(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// Runs of [#FAN_OUT] steps side by side, and a join: steps per second.
  default Optional<ThroughputRate> fanOut(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// From a trigger to the start of the step, one run at a time on an otherwise idle system.
  default Optional<LatencyStats> latency(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// The same, while it does half of what it can do at most.
  default Optional<LatencyStats> busyLatency(MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// A single run of so many steps side by side, again and again: steps per second.
  default Optional<ThroughputRate> wide(int steps, MeasurementWindow span) throws Exception {
    return Optional.empty();
  }

  /// Has so many finished runs, as if they had been run.
  default void fill(long runs) throws Exception {}

  /// Has so many steps in its queue, that nobody here can do.
  default void queue(long steps) throws Exception {}

  @Override
  void close() throws IOException, SQLException;

  int CHAIN = 10;
  int FAN_OUT = 100;
}
