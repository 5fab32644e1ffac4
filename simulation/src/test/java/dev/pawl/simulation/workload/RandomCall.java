package dev.pawl.simulation.workload;

import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.expression.value.Value;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A call of a reusable workflow of a few jobs, and a job that needs it.
final class RandomCall {

  private static final String CALL = "call";

  private final RandomPlan plan;
  private final RandomStream chance;
  private final Scenario scenario;

  RandomCall(RandomPlan plan, RandomStream chance, Scenario scenario) {
    this.plan = plan;
    this.chance = chance;
    this.scenario = scenario;
  }

  void add(List<PlannedJob> jobs, List<WorkflowScope> scopes) {
    List<Integer> needs = plan.needs(jobs, jobs.size());
    List<String> sees = RandomPlan.families(jobs, needs);
    WorkflowScope call = call(sees);
    int scope = scopes.size();
    scopes.add(call);
    int first = jobs.size();
    int count = chance.between(1, 3);
    var policies = new RandomJobPolicy(plan, chance, scenario);
    for (int index = 0; index < count; index++) {
      boolean isFirst = index == 0 || chance.oneIn(3);
      String before = "inner" + (index - 1);
      List<String> seen = isFirst ? List.of() : List.of(before);
      PlannedJob job =
          plan.job(
              call.idOf("inner" + index),
              isFirst ? needs : List.of(first + index - 1),
              seen,
              policies.make(plan.condition(seen), RandomPlan.NO_MATRIX));
      jobs.add(within(scope, job));
    }
    List<Integer> all = new ArrayList<>(needs);
    for (int inner = first; inner < jobs.size(); inner++) {
      all.add(inner);
    }
    List<String> called = List.of(CALL);
    jobs.add(
        plan.job(
            "after", all, called, policies.make(plan.condition(called), RandomPlan.NO_MATRIX)));
  }

  private WorkflowScope call(List<String> sees) {
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    inputs.put("fixed", new WorkflowScope.Input.Known(Value.Bool.TRUE));
    if (!sees.isEmpty() && chance.oneIn(4)) {
      String text = "${{ fromJSON(needs.%s.outputs.out)[0] != null }}".formatted(sees.getFirst());
      inputs.put("found", new WorkflowScope.Input.Open(WorkflowScope.InputType.BOOLEAN, text));
    }
    SequencedMap<String, String> outputs = new LinkedHashMap<>(OrderedMaps.empty());
    outputs.put("out", "${{ jobs.inner0.outputs.out }}");
    return new WorkflowScope(
        WorkflowScope.WORKFLOW,
        CALL,
        CALL,
        sees,
        plan.condition(sees),
        inputs,
        outputs,
        WorkflowScope.PassedSecrets.ALL,
        Optional.empty(),
        Optional.empty());
  }

  private static PlannedJob within(int scope, PlannedJob job) {
    return new PlannedJob(
        job.id(),
        job.name(),
        job.needs(),
        job.visibleNeeds(),
        scope,
        job.runsOn(),
        job.body(),
        job.timeout(),
        job.grace(),
        job.reason(),
        job.policy(),
        Optional.empty(),
        Optional.empty());
  }
}
