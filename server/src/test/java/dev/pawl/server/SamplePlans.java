package dev.pawl.server;

import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// Plans for tests that do not care much about them.
public final class SamplePlans {

  /// That many jobs, of one step each, that need nothing.
  public static Plan sideBySide(int jobs) {
    return new Plan(
        "ci", IntStream.range(0, jobs).mapToObj(job -> job("job-" + job, List.of())).toList());
  }

  /// `build`, and `test` that needs it.
  public static Plan buildThenTest() {
    return new Plan("ci", List.of(job("build", List.of()), job("test", List.of(0))));
  }

  /// One job, in a run that is in a group.
  public static Plan inGroup(String key) {
    RunPolicy plain = RunPolicy.PLAIN;
    var policy =
        new RunPolicy(
            plain.hold(),
            plain.delay(),
            plain.timeout(),
            plain.retries(),
            plain.backoff(),
            Optional.of(GroupRule.of(key)),
            plain.hooks(),
            plain.hooksRunOn());
    return new Plan("ci", List.of(job("build", List.of())), policy);
  }

  /// One job whose only step asks for a tool.
  public static Plan usingTool(String tool) {
    var policy = new StepPolicy(List.of(), 0, Optional.of(tool), false);
    return new Plan("ci", List.of(job("build", List.of(), JobPolicy.PLAIN, step(policy))));
  }

  public static PlannedJob job(String id, List<Integer> needs) {
    return job(id, needs, JobPolicy.PLAIN, step(StepPolicy.PLAIN));
  }

  public static PlannedJob job(
      String id, List<Integer> needs, JobPolicy policy, PlannedStep... steps) {
    return new PlannedJob(
        id,
        "The " + id,
        needs,
        needs.stream().map(need -> "job-" + need).toList(),
        List.of("linux"),
        body(steps),
        PlannedJob.DEFAULT_TIMEOUT,
        PlannedJob.DEFAULT_GRACE,
        "it is in the workflow",
        policy);
  }

  static JobBody body(PlannedStep... steps) {
    return new JobBody(
        List.of(env(), OrderedMaps.empty()), List.of(steps), List.of(), OrderedMaps.empty());
  }

  public static PlannedStep step(StepPolicy policy) {
    return new PlannedStep(
        "g",
        "greet",
        new StepAction.Script("echo hello\n", "bash", "sub"),
        OrderedMaps.empty(),
        env(),
        "",
        "false",
        "",
        PlannedAction.NONE,
        "ci.yaml:4:9",
        policy);
  }

  static SequencedMap<String, String> env() {
    Map<String, String> env = new LinkedHashMap<>();
    env.put("ZULU", "1");
    env.put("ALPHA", "ünïcode and \"quotes\"");
    return OrderedMaps.copyOf(env);
  }

  /// The plan with an input of the workflow.
  public static Plan withInput(Plan plan, String name, String value) {
    var inputs = (Value.Dict) Value.parseJson("{\"%s\": \"%s\"}".formatted(name, value));
    var contexts = new PlanContexts(PlanContexts.EMPTY, inputs, PlanContexts.EMPTY);
    return new Plan(plan.workflow(), plan.jobs(), plan.policy(), contexts, plan.scopes());
  }

  /// A job of a called workflow, which has an input.
  public static Plan called(String input) {
    PlannedJob build = job("call / build", List.of());
    var inside =
        new PlannedJob(
            build.id(),
            build.name(),
            List.of(),
            List.of(),
            1,
            build.runsOn(),
            build.body(),
            build.timeout(),
            build.grace(),
            build.reason(),
            build.policy(),
            Optional.empty(),
            Optional.empty());
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    inputs.put("mode", new WorkflowScope.Input.Known(new Value.Text(input)));
    WorkflowScope outer = WorkflowScope.OF_WORKFLOW;
    var call =
        new WorkflowScope(
            WorkflowScope.WORKFLOW,
            "call",
            "call",
            List.of(),
            outer.condition(),
            inputs,
            OrderedMaps.empty(),
            outer.secrets(),
            Optional.empty(),
            Optional.empty());
    return new Plan(
        "ci", List.of(inside), RunPolicy.PLAIN, PlanContexts.NONE, List.of(outer, call));
  }

  /// The plan of a run that was started for a ref, whose commit is not known.
  public static Plan ofRef(Plan plan) {
    var github =
        (Value.Dict)
            Value.parseJson(
                """
                {"sha": "%s", "ref": "refs/heads/main", "repositoryUrl": "https://forge.example/a/b"}
                """
                    .formatted(PlanContexts.NO_COMMIT));
    var contexts = new PlanContexts(github, PlanContexts.EMPTY, PlanContexts.EMPTY);
    return new Plan(plan.workflow(), plan.jobs(), plan.policy(), contexts, plan.scopes());
  }

  private SamplePlans() {}
}
