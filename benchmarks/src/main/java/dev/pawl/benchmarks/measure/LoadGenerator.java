package dev.pawl.benchmarks.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/// Keeps a subject busy with a bounded number of runs in flight, and counts the steps that they
/// execute. Because of the bound, executed steps are as many as durably completed ones, give or
/// take the bound.
public final class LoadGenerator {

  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(60);
  private static final Duration WINDOW = Duration.ofSeconds(3);

  /// The factor above which a window counts as faster.
  private static final double FASTER = 1.05;

  /// The number of windows without a speed-up after which the subject is warm.
  private static final int IN_VAIN = 3;

  private final int underWay;
  private final Semaphore room;
  private final LongAdder steps = new LongAdder();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /// The maximum number of runs in flight.
  public LoadGenerator(int underWay) {
    this.underWay = underWay;
    this.room = new Semaphore(underWay);
  }

  /// The body of a step.
  public void step() {
    steps.increment();
  }

  /// Counts several steps, for a subject that executes them in groups.
  public void steps(int count) {
    steps.add(count);
  }

  /// Reports the end of a run, which makes room for another.
  public void ended() {
    room.release();
  }

  /// Starts runs; may wait for their end or return before it, as long as [#ended] is called for
  /// each.
  @FunctionalInterface
  public interface Submission {
    void start(int runs) throws Exception;
  }

  /// The steps per second of runs that several threads submit in batches.
  public ThroughputRate measure(
      MeasurementWindow span, int submitters, int batch, Submission submission) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < submitters; i++) {
      threads.add(Thread.ofVirtual().start(() -> submit(batch, submission)));
    }
    warmUp(span.warmUp());
    ThroughputRate rate = measure(span);
    drain(threads);
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a run could not be started", failures.peek());
    }
    return rate;
  }

  private ThroughputRate measure(MeasurementWindow span) throws InterruptedException {
    ResourceUsage usage = ResourceUsage.now(span.server());
    long before = steps.sum();
    long began = System.nanoTime();
    Thread.sleep(span.measured());
    double seconds = (System.nanoTime() - began) / 1e9;
    long executed = steps.sum() - before;
    return ThroughputRate.of(executed, seconds, ResourceUsage.now(span.server()).since(usage));
  }

  /// Warms up until the subject does not become faster: code that the JIT has not compiled says
  /// nothing about a long-running server.
  private void warmUp(Duration least) throws InterruptedException {
    long began = System.nanoTime();
    double best = rate(least);
    int inVain = 0;
    while (inVain < IN_VAIN && System.nanoTime() - began < LONGEST_WARM_UP.toNanos()) {
      double rate = rate(WINDOW);
      inVain = rate > best * FASTER ? 0 : inVain + 1;
      best = Math.max(best, rate);
    }
  }

  /// The steps per second within the given time.
  private double rate(Duration measured) throws InterruptedException {
    long before = steps.sum();
    long began = System.nanoTime();
    Thread.sleep(measured);
    return (steps.sum() - before) / ((System.nanoTime() - began) / 1e9);
  }

  private void submit(int batch, Submission submission) {
    try {
      while (true) {
        room.acquire(batch);
        if (stopped) {
          room.release(batch);
          return;
        }
        submission.start(batch);
      }
    } catch (Exception | Error e) {
      failures.add(e);
    }
  }

  /// Waits until nothing is in flight, so that the next measurement begins with an idle subject.
  private void drain(List<Thread> threads) throws InterruptedException {
    stopped = true;
    long until = System.nanoTime() + LONGEST_DRAIN.toNanos();
    for (Thread thread : threads) {
      thread.join(Duration.ofNanos(Math.max(until - System.nanoTime(), 1)));
    }
    while (failures.isEmpty() && room.availablePermits() < underWay && System.nanoTime() < until) {
      Thread.sleep(10);
    }
  }
}
