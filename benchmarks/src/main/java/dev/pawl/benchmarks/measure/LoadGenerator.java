package dev.pawl.benchmarks.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/// Keeps a subject busy, with a bounded number of runs under way, and counts the steps it does.
/// What is under way is bounded, so the steps that have run in a while are as many as were
/// completed, durably, but for that bound.
public final class LoadGenerator {

  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(60);
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(60);
  private static final Duration WINDOW = Duration.ofSeconds(3);

  /// So much more is faster.
  private static final double FASTER = 1.05;

  /// So many windows that were not faster, and it has warmed up.
  private static final int IN_VAIN = 3;

  private final int underWay;
  private final Semaphore room;
  private final LongAdder steps = new LongAdder();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopped;

  /// At most so many runs at the same time.
  public LoadGenerator(int underWay) {
    this.underWay = underWay;
    this.room = new Semaphore(underWay);
  }

  /// The body of a step.
  public void step() {
    steps.increment();
  }

  /// So many steps at once, by a subject that does them in groups.
  public void steps(int count) {
    steps.add(count);
  }

  /// A run is over, and there is room for another.
  public void ended() {
    room.release();
  }

  /// Starts runs; may wait for their end or return before it, as long as each ends by [#ended].
  @FunctionalInterface
  public interface Submission {
    void start(int runs) throws Exception;
  }

  /// Steps per second, of runs that so many threads submit in batches of a size.
  public ThroughputRate measure(
      MeasurementWindow span, int submitters, int batch, Submission submission) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < submitters; i++) {
      threads.add(Thread.ofVirtual().start(() -> submit(batch, submission)));
    }
    warmUp(span.warmUp());
    double perSecond = rate(span.measured());
    drain(threads);
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a run could not be started", failures.peek());
    }
    return new ThroughputRate(perSecond);
  }

  /// Until it does not become faster any more: what the JIT has not compiled yet says nothing about
  /// a subject that serves for months.
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

  /// Steps per second, for so long.
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

  /// Until nothing is under way, so that what is measured next begins with an idle subject.
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
