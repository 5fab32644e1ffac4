package dev.pawl.benchmarks.pawl;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Plans of jobs with one step that does nothing.
public final class GraphPlans {

  /// One job after another.
  public static Plan chain(int jobs) {
    List<PlannedJob> all = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      all.add(job("job-" + job, job == 0 ? List.of() : List.of(job - 1)));
    }
    return new Plan("bench", all);
  }

  /// Jobs side by side, and one that needs them all.
  public static Plan fanOut(int jobs) {
    List<PlannedJob> all = new ArrayList<>();
    IntStream.range(0, jobs).forEach(job -> all.add(job("job-" + job, List.of())));
    all.add(job("join", IntStream.range(0, jobs).boxed().toList()));
    return new Plan("bench", all);
  }

  /// Jobs side by side.
  public static Plan sideBySide(int jobs) {
    return new Plan(
        "bench", IntStream.range(0, jobs).mapToObj(job -> job("job-" + job, List.of())).toList());
  }

  /// A job that no agent takes.
  public static Plan waiting() {
    return new Plan("bench", List.of(job("job-0", List.of(), "nowhere")));
  }

  private static PlannedJob job(String id, List<Integer> needs) {
    return job(id, needs, "linux");
  }

  private static PlannedJob job(String id, List<Integer> needs, String label) {
    var step =
        new PlannedStep(
            "",
            "true",
            new StepAction.Script("true", "bash", ""),
            OrderedMaps.empty(),
            OrderedMaps.empty(),
            "",
            "",
            "",
            -1,
            "",
            StepPolicy.PLAIN);
    return new PlannedJob(
        id,
        id,
        needs,
        needs.stream().map(need -> "job-" + need).toList(),
        List.of(label),
        new JobBody(List.of(), List.of(step), List.of(), OrderedMaps.empty()),
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "it is in the workflow",
        JobPolicy.PLAIN);
  }

  private GraphPlans() {}
}
