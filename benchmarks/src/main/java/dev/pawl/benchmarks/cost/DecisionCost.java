package dev.pawl.benchmarks.cost;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/// Runs the workload of [EngineBenchmark] and measures the processor time of its thread, which
/// other load on the machine hardly affects. The last line is the ratio that matters: the cost of a
/// decision in a large run against a small one.
public final class DecisionCost {

  private static final int ROUNDS = 3;
  private static final int JOBS = 100_000;
  private static final int[] SIZES = {10, 1_000, 10_000};

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public static void main(String[] args) {
    double[] best = new double[SIZES.length];
    for (int round = 0; round < ROUNDS; round++) {
      for (int size = 0; size < SIZES.length; size++) {
        best[size] = Math.max(best[size], decisionsPerSecond(SIZES[size]));
      }
    }
    for (int size = 0; size < SIZES.length; size++) {
      System.out.printf(
          Locale.ROOT,
          "%,6d jobs in the run: %,10.0f decisions per second of processor time%n",
          SIZES[size],
          best[size]);
    }
    System.out.printf(
        Locale.ROOT,
        "a decision in a run of %,d jobs costs %.2f times that in a run of %,d%n",
        SIZES[SIZES.length - 1],
        best[0] / best[SIZES.length - 1],
        SIZES[0]);
  }

  private static double decisionsPerSecond(int jobs) {
    var workload = new EngineBenchmark();
    workload.plan(jobs);
    run(workload);
    long began = THREADS.getCurrentThreadCpuTime();
    run(workload);
    long spent = THREADS.getCurrentThreadCpuTime() - began;
    return (double) JOBS * EngineBenchmark.DECISIONS / (spent / 1e9);
  }

  private static void run(EngineBenchmark workload) {
    for (int job = 0; job < JOBS; job++) {
      if (workload.oneJobFromQueuedToSuccess().isOver()) {
        throw new IllegalStateException("the run has other jobs");
      }
    }
  }

  private DecisionCost() {}
}
