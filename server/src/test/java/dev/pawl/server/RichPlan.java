package dev.pawl.server;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.expression.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A plan with something of everything that a workflow can ask for.
public final class RichPlan {

  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(2), 1.5, Duration.ofSeconds(20));
  private static final RetryPolicy RETRY =
      new RetryPolicy(2, List.of(ReasonCode.INFRA, ReasonCode.LOST), BACKOFF);

  public static Plan plan(boolean isHeld) {
    var github = (Value.Dict) Value.parseJson("{\"ref\":\"refs/heads/main\",\"event\":{\"n\":1}}");
    return new Plan(
        "rich",
        jobs(),
        policy(isHeld),
        new PlanContexts(github, PlanContexts.EMPTY, PlanContexts.EMPTY),
        List.of(WorkflowScope.OF_WORKFLOW, call()));
  }

  private static RunPolicy policy(boolean isHeld) {
    return new RunPolicy(
        isHeld ? Optional.of(Approval.by("ops", "team:ops")) : Optional.empty(),
        Duration.ZERO,
        Optional.of(Duration.ofHours(2)),
        1,
        Backoff.OF_RUNS,
        Optional.of(new GroupRule("main", false, 3, false, GroupRule.Queue.MAX)),
        List.of(
            Hook.of(StepType.ON_FAILURE, "tell"),
            new Hook(StepType.CLEANUP, "tidy", Optional.of(Duration.ofMinutes(1)))),
        List.of("linux"),
        List.of(
            FailureRule.log(ReasonCode.FETCH, "our mirror", "mirror .* unreachable"),
            new FailureRule(
                "licence",
                ReasonCode.INFRA,
                new FailureRule.Conditions(
                    List.of(42), List.of("TERM"), List.of(StepEnd.Ender.PROCESS), ""))));
  }

  private static List<PlannedJob> jobs() {
    var retry = new StepPolicy.Retry(2, List.of(75), "connection reset", BACKOFF);
    var undo = Hook.of(StepType.ON_CANCEL, "undo");
    var tool = new StepPolicy(List.of(0, 7), retry, Optional.of("npm"), true, List.of(undo));
    var build = policy(Condition.SUCCESS, Optional.of(GroupRule.of("disk")));
    var cells =
        policy(
            Condition.of("needs.build.result == 'success' || needs.build.outputs.cells != 'none'"),
            Optional.empty());
    var reported = new GroupRule("./which-group", true, 1, true, GroupRule.Queue.NEWEST);
    var deploy = policy(Condition.ALWAYS, Optional.of(reported));
    return List.of(
        SamplePlans.job(
            "build", List.of(), build, SamplePlans.step(tool), SamplePlans.step(StepPolicy.PLAIN)),
        job("cells", List.of(0), List.of("build"), cells, SamplePlans.body(SamplePlans.step(tool)))
            .with(template()),
        job(
            "deploy",
            List.of(1),
            List.of("cells"),
            deploy,
            SamplePlans.body(SamplePlans.step(tool))),
        SamplePlans.job("guarded", List.of(), guarded(), SamplePlans.step(tool)),
        called());
  }

  private static PlannedJob job(
      String id, List<Integer> needs, List<String> sees, JobPolicy policy, JobBody body) {
    return new PlannedJob(
        id,
        "The " + id,
        needs,
        sees,
        List.of("linux"),
        body,
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "it is in the workflow",
        policy);
  }

  /// As many cells as an output says, one at a time.
  private static JobTemplate template() {
    return new JobTemplate(
        "",
        "cells of ${{ matrix.cell }}",
        List.of("linux"),
        "",
        "1.5",
        "${{ matrix.cell == 'x' }}",
        Optional.of(
            new JobTemplate.GroupTemplate(
                "g-${{ matrix.cell }}", false, 2, "true", GroupRule.Queue.NEWEST)),
        "",
        Optional.of(
            new MatrixStrategy(
                Value.parseJson("{\"cell\":\"${{ fromJSON(needs.build.outputs.cells) }}\"}"),
                "false",
                "1")));
  }

  /// One of a called workflow, which is a cell of the call, with steps of all kinds.
  private static PlannedJob called() {
    var action =
        new PlannedAction(
            PlannedAction.NONE,
            "act",
            "An action",
            "./act",
            SamplePlans.env(),
            SamplePlans.env(),
            SamplePlans.env(),
            "always()",
            "false",
            "5",
            "ci.yaml:9:9");
    var steps =
        List.of(
            step(new StepAction.Checkout(), PlannedAction.NONE),
            step(new StepAction.Script("make", "", ""), 0),
            step(new StepAction.Unavailable("docker://x", "no containers"), PlannedAction.NONE));
    return new PlannedJob(
        "call (eu) / roll",
        "call (eu) / roll",
        List.of(0),
        List.of(),
        1,
        List.of("linux"),
        new JobBody(List.of(SamplePlans.env()), steps, List.of(action), SamplePlans.env()),
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "called by call",
        JobPolicy.PLAIN,
        Optional.of(
            new MatrixCell("x", (Value.Dict) Value.parseJson("{\"b\":[1.5],\"a\":null}"), 1, 2)),
        Optional.empty());
  }

  private static PlannedStep step(StepAction task, int action) {
    return new PlannedStep(
        "s",
        "a step",
        task,
        SamplePlans.env(),
        SamplePlans.env(),
        "success()",
        "${{ inputs.lenient }}",
        "${{ inputs.minutes }}",
        action,
        "ci.yaml:4:9",
        StepPolicy.PLAIN);
  }

  private static WorkflowScope call() {
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    inputs.put("where", new WorkflowScope.Input.Known(new Value.Text("${{ as it is }}")));
    inputs.put(
        "fast",
        new WorkflowScope.Input.Open(
            WorkflowScope.InputType.BOOLEAN, "${{ needs.build.outputs.cells == '[]' }}"));
    return new WorkflowScope(
        WorkflowScope.WORKFLOW,
        "call (eu)",
        "call",
        List.of("build"),
        Condition.ALWAYS,
        inputs,
        SamplePlans.env(),
        new WorkflowScope.PassedSecrets(false, SamplePlans.env()),
        Optional.of(
            new MatrixCell("eu", (Value.Dict) Value.parseJson("{\"region\":\"eu\"}"), 0, 1)),
        Optional.of(new MatrixPolicy("call", true, 3)));
  }

  private static JobPolicy policy(Condition condition, Optional<GroupRule> group) {
    return new JobPolicy(
        condition,
        false,
        RETRY,
        Optional.empty(),
        Duration.ZERO,
        group,
        3,
        List.of(Hook.of(StepType.CLEANUP, "rm -r tmp")),
        Optional.empty(),
        Optional.empty());
  }

  private static JobPolicy guarded() {
    return new JobPolicy(
        Condition.of("1 == 1"),
        true,
        RetryPolicy.NONE,
        Optional.of(new Approval(List.of("ops"), 1, Duration.ofHours(1), true)),
        Duration.ofSeconds(30),
        Optional.of(new GroupRule("lone", false, 1, false, GroupRule.Queue.NEWEST)),
        -1,
        List.of(),
        Optional.of("production"),
        Optional.empty());
  }

  private RichPlan() {}
}
