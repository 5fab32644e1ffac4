package dev.pawl.core.engine;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Expansion;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.Shell;
import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Plans, as briefly as a story wants to give them: `workflow(job("build"),
/// job("test").needs("build"))`.
final class Workflow {

  /// One job of it, with a single step unless told otherwise.
  record JobSpec(
      String id,
      List<String> needs,
      List<String> runsOn,
      List<StepPolicy> steps,
      Duration timeout,
      Duration grace,
      JobPolicy policy) {

    JobSpec needs(String... ids) {
      return new JobSpec(id, List.of(ids), runsOn, steps, timeout, grace, policy);
    }

    JobSpec runsOn(String... labels) {
      return new JobSpec(id, needs, List.of(labels), steps, timeout, grace, policy);
    }

    JobSpec withSteps(int count) {
      return withSteps(Collections.nCopies(count, StepPolicy.PLAIN).toArray(StepPolicy[]::new));
    }

    JobSpec withSteps(StepPolicy... policies) {
      return new JobSpec(id, needs, runsOn, List.of(policies), timeout, grace, policy);
    }

    JobSpec timingOutAfter(Duration limit) {
      return new JobSpec(id, needs, runsOn, steps, limit, grace, policy);
    }

    JobSpec withGrace(Duration period) {
      return new JobSpec(id, needs, runsOn, steps, timeout, period, policy);
    }

    JobSpec with(JobPolicy policy) {
      return new JobSpec(id, needs, runsOn, steps, timeout, grace, policy);
    }

    JobSpec when(Condition condition) {
      return with(Policies.of(policy).condition(condition).done());
    }

    JobSpec continuingOnError() {
      return with(Policies.of(policy).continueOnError(true).done());
    }

    JobSpec retried(int max, ReasonCode... on) {
      return with(
          Policies.of(policy).retry(new RetryPolicy(max, List.of(on), Backoff.OF_JOBS)).done());
    }

    /// As a job that says nothing of retries.
    JobSpec retriedByDefault() {
      return with(Policies.of(policy).retry(RetryPolicy.DEFAULT).done());
    }

    JobSpec neverRetried() {
      return with(Policies.of(policy).retry(RetryPolicy.NONE).done());
    }

    JobSpec approvedBy(String... reviewers) {
      return approvedBy(new Approval(List.of(reviewers), 1, Approval.DEFAULT_EXPIRY, false));
    }

    JobSpec approvedBy(Approval approval) {
      return with(Policies.of(policy).approval(approval).done());
    }

    /// By that many distinct reviewers.
    JobSpec approvedBy(int required, String... reviewers) {
      return approvedBy(new Approval(List.of(reviewers), required, Approval.DEFAULT_EXPIRY, false));
    }

    JobSpec waiting(Duration delay) {
      return with(Policies.of(policy).delay(delay).done());
    }

    JobSpec inGroup(GroupRule rule) {
      return with(Policies.of(policy).group(rule).done());
    }

    JobSpec ofMatrix(Matrix matrix) {
      return with(Policies.of(policy).matrix(matrix).done());
    }

    JobSpec expanding(int need, String output) {
      return with(Policies.of(policy).expansion(new Expansion(need, output, "CELL")).done());
    }

    JobSpec withHooks(Hook... hooks) {
      return with(Policies.of(policy).hooks(List.of(hooks)).done());
    }

    JobSpec deployingSomewhere() {
      return with(Policies.of(policy).hasEnvironment(true).done());
    }
  }

  /// A job that is not retried, so that a story has to say so if it wants that.
  static JobSpec job(String id) {
    return new JobSpec(
            id,
            List.of(),
            List.of("linux"),
            List.of(StepPolicy.PLAIN),
            PlannedJob.DEFAULT_TIMEOUT,
            PlannedJob.DEFAULT_GRACE,
            JobPolicy.PLAIN)
        .neverRetried();
  }

  /// A step that depends on a tool.
  static StepPolicy using(String tool) {
    return new StepPolicy(false, List.of(), 0, Optional.of(tool), false, Optional.empty());
  }

  /// A step that is tried again in place.
  static StepPolicy triedAgain(int retries) {
    return new StepPolicy(false, List.of(), retries, Optional.empty(), false, Optional.empty());
  }

  /// A step that may fail.
  static StepPolicy optional() {
    return new StepPolicy(true, List.of(), 0, Optional.empty(), false, Optional.empty());
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
    for (StepPolicy policy : job.steps()) {
      steps.add(
          new PlannedStep(
              "a step", "", "true", Shell.UNSPECIFIED, "", Ordered.empty(), "ci.yaml:1:1", policy));
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
        "it is in the workflow",
        job.policy());
  }

  private Workflow() {}
}
