package dev.pawl.core.engine.story;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import dev.pawl.expression.value.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/// Builds plans briefly: `workflow(job("build"), job("test").needs("build"))`.
public final class StoryPlan {

  /// One job, with a single step by default.
  public record JobSpec(
      String id,
      List<String> needs,
      List<String> sees,
      List<String> runsOn,
      List<PlannedStep> steps,
      Duration timeout,
      Duration grace,
      JobPolicy policy,
      Optional<JobTemplate> template,
      int scope) {

    public JobSpec needs(String... ids) {
      return new JobSpec(
          id, List.of(ids), List.of(ids), runsOn, steps, timeout, grace, policy, template, scope);
    }

    /// The needs by other names than their ids: a job in a call, or a call itself.
    public JobSpec seeing(String... names) {
      return new JobSpec(
          id, needs, List.of(names), runsOn, steps, timeout, grace, policy, template, scope);
    }

    public JobSpec runsOn(String... labels) {
      return new JobSpec(
          id, needs, sees, List.of(labels), steps, timeout, grace, policy, template, scope);
    }

    public JobSpec withSteps(int count) {
      return withSteps(Collections.nCopies(count, step()).toArray(PlannedStep[]::new));
    }

    public JobSpec withSteps(StepPolicy... policies) {
      return withSteps(
          Stream.of(policies).map(one -> step().with(one)).toArray(PlannedStep[]::new));
    }

    public JobSpec withSteps(PlannedStep... steps) {
      return new JobSpec(
          id, needs, sees, runsOn, List.of(steps), timeout, grace, policy, template, scope);
    }

    public JobSpec timingOutAfter(Duration limit) {
      return new JobSpec(id, needs, sees, runsOn, steps, limit, grace, policy, template, scope);
    }

    public JobSpec withGrace(Duration period) {
      return new JobSpec(id, needs, sees, runsOn, steps, timeout, period, policy, template, scope);
    }

    public JobSpec with(JobPolicy policy) {
      return new JobSpec(id, needs, sees, runsOn, steps, timeout, grace, policy, template, scope);
    }

    public JobSpec when(String condition) {
      return when(Condition.of(condition));
    }

    public JobSpec when(Condition condition) {
      return with(JobPolicyBuilder.of(policy).condition(condition).done());
    }

    public JobSpec continuingOnError() {
      return with(JobPolicyBuilder.of(policy).continueOnError(true).done());
    }

    public JobSpec retried(int max, ReasonCode... on) {
      return with(
          JobPolicyBuilder.of(policy)
              .retry(new RetryPolicy(max, List.of(on), Backoff.OF_JOBS))
              .done());
    }

    /// With the default retry policy.
    public JobSpec retriedByDefault() {
      return with(JobPolicyBuilder.of(policy).retry(RetryPolicy.DEFAULT).done());
    }

    JobSpec neverRetried() {
      return with(JobPolicyBuilder.of(policy).retry(RetryPolicy.NONE).done());
    }

    public JobSpec approvedBy(String... reviewers) {
      return approvedBy(new Approval(List.of(reviewers), 1, Approval.DEFAULT_EXPIRY, false));
    }

    public JobSpec approvedBy(Approval approval) {
      return with(JobPolicyBuilder.of(policy).approval(approval).done());
    }

    /// With that many distinct reviewers.
    public JobSpec approvedBy(int required, String... reviewers) {
      return approvedBy(new Approval(List.of(reviewers), required, Approval.DEFAULT_EXPIRY, false));
    }

    public JobSpec waiting(Duration delay) {
      return with(JobPolicyBuilder.of(policy).delay(delay).done());
    }

    public JobSpec inGroup(GroupRule rule) {
      return with(JobPolicyBuilder.of(policy).group(rule).done());
    }

    public JobSpec ofMatrix(MatrixPolicy matrix) {
      return with(JobPolicyBuilder.of(policy).matrix(matrix).done());
    }

    /// With a matrix of one list, which is another job's output.
    public JobSpec expanding(String need, String output) {
      return strategy(
          "{\"cell\": \"${{ fromJSON(needs.%s.outputs.%s) }}\"}".formatted(need, output));
    }

    JobSpec strategy(String matrix) {
      return with(StoryPlan.template(id, matrix));
    }

    public JobSpec with(JobTemplate made) {
      return new JobSpec(
          id, needs, sees, runsOn, steps, timeout, grace, policy, Optional.of(made), scope);
    }

    /// As a job of a called workflow.
    public JobSpec in(int call) {
      return new JobSpec(id, needs, sees, runsOn, steps, timeout, grace, policy, template, call);
    }

    public JobSpec withHooks(Hook... hooks) {
      return with(JobPolicyBuilder.of(policy).hooks(List.of(hooks)).done());
    }

    public JobSpec deployingSomewhere() {
      return with(JobPolicyBuilder.of(policy).environment("production").done());
    }
  }

  /// A job without retries, so that a story has to ask for them.
  public static JobSpec job(String id) {
    return new JobSpec(
            id,
            List.of(),
            List.of(),
            List.of("linux"),
            List.of(step()),
            PlannedJob.DEFAULT_TIMEOUT,
            PlannedJob.DEFAULT_GRACE,
            JobPolicy.PLAIN,
            Optional.empty(),
            WorkflowScope.WORKFLOW)
        .neverRetried();
  }

  /// A template that is evaluated when the job is ready; the matrix is given as JSON.
  static JobTemplate template(String name, String matrix) {
    return new JobTemplate(
        "",
        name,
        List.of("linux"),
        "",
        "",
        "",
        Optional.empty(),
        "",
        Optional.of(new MatrixStrategy(Value.parseJson(matrix), "", "")));
  }

  public static PlannedStep step() {
    return PlannedStep.of("a step", "true", "ci.yaml:1:1");
  }

  /// A step that depends on a tool.
  public static StepPolicy using(String tool) {
    return new StepPolicy(List.of(), 0, Optional.of(tool), false);
  }

  /// A step that is retried in place.
  public static StepPolicy triedAgain(int retries) {
    return new StepPolicy(List.of(), retries, Optional.empty(), false);
  }

  /// A step with `continue-on-error`.
  public static PlannedStep optional() {
    return step().continuingOnError();
  }

  public static Plan workflow(JobSpec... jobs) {
    return workflow(List.of(jobs));
  }

  public static Plan workflow(List<JobSpec> jobs) {
    var ids = jobs.stream().map(JobSpec::id).toList();
    return new Plan("ci", jobs.stream().map(job -> planned(job, ids)).toList());
  }

  /// With calls of other workflows, from scope 1 on.
  public static Plan calling(Plan plan, WorkflowScope... calls) {
    List<WorkflowScope> scopes = new ArrayList<>(List.of(WorkflowScope.OF_WORKFLOW));
    scopes.addAll(List.of(calls));
    return new Plan(plan.workflow(), plan.jobs(), plan.policy(), plan.contexts(), scopes);
  }

  /// A call with that id and those needs.
  public static WorkflowScope call(String id, String condition, String... needs) {
    return call(id, condition, new LinkedHashMap<>(), OrderedMaps.empty(), needs);
  }

  public static WorkflowScope call(
      String id,
      String condition,
      SequencedMap<String, WorkflowScope.Input> inputs,
      SequencedMap<String, String> outputs,
      String... needs) {
    return new WorkflowScope(
        WorkflowScope.WORKFLOW,
        id,
        id,
        List.of(needs),
        Condition.of(condition),
        inputs,
        outputs,
        WorkflowScope.PassedSecrets.ALL,
        Optional.empty(),
        Optional.empty());
  }

  private static PlannedJob planned(JobSpec job, List<String> ids) {
    return new PlannedJob(
        job.id(),
        job.id(),
        job.needs().stream().map(ids::indexOf).toList(),
        job.sees(),
        job.scope(),
        job.runsOn(),
        JobBody.of(job.steps()),
        job.timeout(),
        job.grace(),
        "it is in the workflow",
        job.policy(),
        Optional.empty(),
        job.template());
  }

  private StoryPlan() {}
}
