package dev.pawl.benchmarks;

import dev.pawl.workflow.Planner;
import dev.pawl.workflow.Reading;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.Circumstances;
import dev.pawl.workflow.planning.Planning;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/// What it takes to read, check and plan a large workflow, once the code is warm; and whether
/// reading one file after another leaves anything behind.
public final class ReadingCost {

  private static final int WARM_UP = 300;
  private static final int MEASURED = 101;
  private static final int FILES = 500;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  public static void main(String[] args) {
    for (int round = 0; round < WARM_UP; round++) {
      plan(round);
    }
    long[] wall = new long[MEASURED];
    long[] processor = new long[MEASURED];
    for (int round = 0; round < MEASURED; round++) {
      long began = System.nanoTime();
      long worked = THREADS.getCurrentThreadCpuTime();
      plan(round);
      processor[round] = THREADS.getCurrentThreadCpuTime() - worked;
      wall[round] = System.nanoTime() - began;
    }
    long lines =
        new String(LargeWorkflow.numbered(0), java.nio.charset.StandardCharsets.UTF_8)
            .lines()
            .count();
    System.out.printf(
        Locale.ROOT,
        "a workflow of %,d jobs and %,d lines, read, checked and planned: %.1f ms of processor time,"
            + " %.1f ms of wall time (medians of %d)%n",
        LargeWorkflow.JOBS,
        lines,
        median(processor),
        median(wall),
        MEASURED);
    long before = used();
    for (int file = 0; file < FILES; file++) {
      plan(file);
    }
    System.out.printf(
        Locale.ROOT,
        "%d such files in a row: heap in use %,d KiB before, %,d KiB after%n",
        FILES,
        before / 1024,
        used() / 1024);
  }

  private static double median(long[] nanos) {
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1e6;
  }

  /// What is left when all garbage is gone.
  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void plan(int number) {
    Reading reading = WorkflowFile.read("large.yml", LargeWorkflow.numbered(number));
    Workflow workflow =
        reading
            .workflow()
            .orElseThrow(() -> new IllegalStateException(reading.diagnostics().render()));
    if (!(Planner.plan(workflow, Circumstances.NONE) instanceof Planning.Planned)) {
      throw new IllegalStateException("it cannot be planned");
    }
  }

  private ReadingCost() {}
}
