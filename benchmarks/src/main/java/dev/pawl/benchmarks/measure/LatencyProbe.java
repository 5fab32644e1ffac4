package dev.pawl.benchmarks.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/// Triggers one run at a time and measures the time until its step starts. The pause between two
/// runs varies, so that a poller is met at every point of its interval.
public final class LatencyProbe {

  private static final int SAMPLES = 200;
  private static final int SHORTEST_PAUSE_MILLIS = 10;
  private static final int LONGEST_PAUSE_MILLIS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final BlockingQueue<Long> starts = new LinkedBlockingQueue<>();

  /// The body of a step.
  public void started() {
    starts.add(System.nanoTime());
  }

  /// Starts a run of one step.
  @FunctionalInterface
  public interface Trigger {
    void fire() throws Exception;
  }

  public LatencyStats measure(MeasurementWindow span, Trigger trigger) throws Exception {
    sample(span.warmUp(), trigger);
    return LatencyStats.of(sample(span.measured(), trigger));
  }

  /// Takes 200 samples, or as many as there is time for, but at least one.
  private List<Long> sample(Duration time, Trigger trigger) throws Exception {
    List<Long> samples = new ArrayList<>();
    long until = System.nanoTime() + time.toNanos();
    while (samples.isEmpty() || (samples.size() < SAMPLES && System.nanoTime() < until)) {
      Thread.sleep(
          ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
      long fired = System.nanoTime();
      trigger.fire();
      Long started = starts.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (started == null) {
        throw new IllegalStateException("a step did not start within " + PATIENCE);
      }
      samples.add(started - fired);
    }
    Thread.sleep(LONGEST_PAUSE_MILLIS); // for the last run to end
    return samples;
  }
}
