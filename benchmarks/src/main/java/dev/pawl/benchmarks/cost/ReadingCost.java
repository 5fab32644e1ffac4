package dev.pawl.benchmarks.cost;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.workflow.Planner;
import dev.pawl.workflow.WorkflowFile;
import dev.pawl.workflow.WorkflowReadResult;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;

/// Measures reading, checking and planning of a large workflow with warm code, beside the YAML
/// parser alone, and whether reading many files leaks memory.
public final class ReadingCost {

  private static final int WARM_UP = 600;
  private static final int MEASURED = 101;
  private static final int FILES = 500;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<byte[]> WORKFLOWS =
      IntStream.range(0, MEASURED).mapToObj(LargeWorkflow::numbered).toList();

  public static void main(String[] args) {
    median(WARM_UP, ReadingCost::parse);
    median(WARM_UP, ReadingCost::plan);
    double parsed = median(MEASURED, ReadingCost::parse);
    double planned = median(MEASURED, ReadingCost::plan);
    System.out.printf(
        Locale.ROOT,
        "a workflow of %,d jobs and %,d lines, read, checked and planned: %.1f ms of processor time;"
            + " the YAML parser alone: %.1f ms; %.1f times (medians of %d)%n",
        LargeWorkflow.JOBS,
        new String(WORKFLOWS.getFirst(), UTF_8).lines().count(),
        planned,
        parsed,
        planned / parsed,
        MEASURED);
    long before = used();
    for (int file = 0; file < FILES; file++) {
      plan(LargeWorkflow.numbered(file));
    }
    System.out.printf(
        Locale.ROOT,
        "%d such files in a row: heap in use %,d KiB before, %,d KiB after%n",
        FILES,
        before / 1024,
        used() / 1024);
  }

  /// The processor time in milliseconds.
  private static double median(int rounds, Consumer<byte[]> work) {
    long[] nanos = new long[rounds];
    for (int round = 0; round < rounds; round++) {
      byte[] workflow = WORKFLOWS.get(round % WORKFLOWS.size());
      long began = THREADS.getCurrentThreadCpuTime();
      work.accept(workflow);
      nanos[round] = THREADS.getCurrentThreadCpuTime() - began;
    }
    Arrays.sort(nanos);
    return nanos[rounds / 2] / 1e6;
  }

  /// The heap in use after garbage collection.
  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void parse(byte[] workflow) {
    var parser = new Parse(LoadSettings.builder().build());
    long events = 0;
    for (var _ : parser.parseString(new String(workflow, UTF_8))) {
      events++;
    }
    if (events == 0) {
      throw new IllegalStateException("the workflow has no jobs");
    }
  }

  private static void plan(byte[] file) {
    WorkflowReadResult reading = WorkflowFile.read("large.yml", file);
    Workflow workflow =
        reading
            .workflow()
            .orElseThrow(() -> new IllegalStateException(reading.diagnostics().render()));
    if (!(Planner.plan(workflow, PlanRequest.NONE) instanceof PlanResult.Planned)) {
      throw new IllegalStateException("the workflow cannot be planned");
    }
  }

  private ReadingCost() {}
}
