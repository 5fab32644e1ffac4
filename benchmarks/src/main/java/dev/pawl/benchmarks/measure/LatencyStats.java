package dev.pawl.benchmarks.measure;

import java.util.List;

/// Median and 99th percentile of latency samples, in milliseconds.
public record LatencyStats(double median, double percentile99, int samples) {

  public static LatencyStats of(List<Long> nanos) {
    var sorted = nanos.stream().sorted().toList();
    return new LatencyStats(at(sorted, 0.5), at(sorted, 0.99), sorted.size());
  }

  /// The smallest sample that at least this fraction of the samples does not exceed.
  private static double at(List<Long> sorted, double fraction) {
    int index = (int) Math.ceil(fraction * sorted.size()) - 1;
    return sorted.get(Math.max(index, 0)) / 1e6;
  }
}
