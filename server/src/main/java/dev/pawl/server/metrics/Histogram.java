package dev.pawl.server.metrics;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;

/// Histogram with fixed bounds. Thread-safe, without locks, and without allocation when it counts.
public final class Histogram {

  private final double[] bounds;
  private final LongAdder[] buckets;
  private final DoubleAdder sum = new DoubleAdder();

  /// @param bounds the largest value of each bucket but the last, rising
  public Histogram(double... bounds) {
    this.bounds = bounds.clone();
    this.buckets = new LongAdder[bounds.length + 1];
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = new LongAdder();
    }
  }

  /// A histogram of short times, in seconds.
  public static Histogram ofSeconds() {
    return new Histogram(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5);
  }

  public void record(double value) {
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    buckets[bucket].increment();
    sum.add(value);
  }

  /// How many values were recorded.
  public long count() {
    long count = 0;
    for (LongAdder bucket : buckets) {
      count += bucket.sum();
    }
    return count;
  }

  double sum() {
    return sum.sum();
  }

  int size() {
    return buckets.length;
  }

  long bucket(int index) {
    return buckets[index].sum();
  }

  /// The bound of a bucket, as it is written.
  String bound(int index) {
    return index == bounds.length ? "+Inf" : PrometheusText.number(bounds[index]);
  }
}
