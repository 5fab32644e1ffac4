package dev.pawl.benchmarks.measure;

/// A number of operations per second, and what each of them used.
///
/// @param processorMicros processor time of each, of this process and the database
/// @param allocatedBytes bytes that this process allocated for each
public record ThroughputRate(double perSecond, double processorMicros, double allocatedBytes) {

  static ThroughputRate of(long operations, double seconds, ResourceUsage usage) {
    double each = Math.max(operations, 1);
    return new ThroughputRate(
        operations / seconds, usage.processorNanos() / 1e3 / each, usage.allocatedBytes() / each);
  }
}
