package dev.pawl.core.engine;

import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Plans, as briefly as a story wants to give them: `workflow(job("build"),
/// job("test").needs("build"))`.
final class Workflow {

  /// One job of it, with a single step unless told otherwise.
  record JobSpec(
      String id,
      List<String> needs,
      List<String> runsOn,
      int steps,
      Duration timeout,
      Duration grace) {

    JobSpec needs(String... ids) {
      return new JobSpec(id, List.of(ids), runsOn, steps, timeout, grace);
    }

    JobSpec runsOn(String... labels) {
      return new JobSpec(id, needs, List.of(labels), steps, timeout, grace);
    }

    JobSpec withSteps(int count) {
      return new JobSpec(id, needs, runsOn, count, timeout, grace);
    }

    JobSpec timingOutAfter(Duration limit) {
      return new JobSpec(id, needs, runsOn, steps, limit, grace);
    }

    JobSpec withGrace(Duration period) {
      return new JobSpec(id, needs, runsOn, steps, timeout, period);
    }
  }

  static JobSpec job(String id) {
    return new JobSpec(
        id, List.of(), List.of("linux"), 1, PlannedJob.DEFAULT_TIMEOUT, PlannedJob.DEFAULT_GRACE);
  }

  static Plan workflow(JobSpec... jobs) {
    return workflow(List.of(jobs));
  }

  static Plan workflow(List<JobSpec> jobs) {
    var ids = jobs.stream().map(JobSpec::id).toList();
    return new Plan("ci", jobs.stream().map(job -> planned(job, ids)).toList());
  }

  private static PlannedJob planned(JobSpec job, List<String> ids) {
    List<PlannedStep> steps = new ArrayList<>();
    for (int step = 0; step < job.steps(); step++) {
      steps.add(
          new PlannedStep(
              "step " + step, "", "true", Shell.UNSPECIFIED, "", Ordered.empty(), "ci.yaml:1:1"));
    }
    return new PlannedJob(
        job.id(),
        job.id(),
        job.needs().stream().map(ids::indexOf).toList(),
        job.runsOn(),
        Ordered.empty(),
        steps,
        job.timeout(),
        job.grace(),
        "it is in the workflow");
  }

  private Workflow() {}
}
