package dev.pawl.simulation.workload;

import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.plan.matrix.MatrixStrategy;
import dev.pawl.core.step.StepType;
import dev.pawl.expression.value.Value;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.WorkKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Random policy of one job, within the features that the scenario has switched on.
final class RandomJobPolicy {

  private static final List<StepType> HOOKS =
      List.of(
          StepType.BEFORE_STEP,
          StepType.AFTER_STEP,
          StepType.ON_CANCEL,
          StepType.ON_SUCCESS,
          StepType.ON_FAILURE);

  private final RandomPlan plan;
  private final RandomStream chance;
  private final Scenario scenario;

  RandomJobPolicy(RandomPlan plan, RandomStream chance, Scenario scenario) {
    this.plan = plan;
    this.chance = chance;
    this.scenario = scenario;
  }

  JobPolicy make(Condition condition, Optional<MatrixPolicy> matrix) {
    return new JobPolicy(
        condition,
        plan.wants(WorkKind.CONTINUE_ON_ERROR, 20),
        retry(),
        plan.wants(WorkKind.JOB_APPROVALS, 25) ? Optional.of(plan.approval()) : Optional.empty(),
        plan.wants(WorkKind.JOB_TIMERS, 25)
            ? Duration.ofSeconds(chance.between(1, 90))
            : Duration.ZERO,
        group(),
        chance.below(3),
        hooks(),
        plan.wants(WorkKind.ENVIRONMENTS, 25) ? Optional.of("production") : Optional.empty(),
        matrix);
  }

  Optional<MatrixPolicy> matrix(String name) {
    int parallel = chance.oneIn(3) ? chance.between(1, 2) : MatrixPolicy.MAX_CELLS;
    return Optional.of(new MatrixPolicy(name, chance.percent(60), parallel));
  }

  boolean isDynamic(List<Integer> needs) {
    return !needs.isEmpty() && plan.wants(WorkKind.DYNAMIC_MATRIX, 40);
  }

  /// A template: a matrix from another job's output, or the job itself with that output.
  JobTemplate template(PlannedJob job, String need) {
    String output = "needs.%s.outputs.out".formatted(need);
    var matrix = Value.parseJson("{\"cell\": \"${{ fromJSON(%s) }}\"}".formatted(output));
    var strategy =
        new MatrixStrategy(
            matrix,
            chance.percent(60) ? "" : "false",
            chance.oneIn(3) ? Integer.toString(chance.between(1, 2)) : "");
    JobPolicy policy = job.policy();
    return new JobTemplate(
        "",
        job.id(),
        job.runsOn(),
        "",
        "",
        Boolean.toString(policy.continueOnError()),
        policy.group().map(RandomJobPolicy::unevaluated),
        policy.environment().orElse(""),
        chance.percent(80) ? Optional.of(strategy) : Optional.empty());
  }

  private static JobTemplate.GroupTemplate unevaluated(GroupRule rule) {
    return new JobTemplate.GroupTemplate(
        rule.key(),
        rule.isCommand(),
        rule.max(),
        Boolean.toString(rule.cancelInProgress()),
        rule.queue());
  }

  private RetryPolicy retry() {
    if (!plan.wants(WorkKind.JOB_RETRIES, 50)) {
      return RetryPolicy.DEFAULT;
    }
    return new RetryPolicy(
        chance.between(1, 3),
        List.of(
            ReasonCode.LOST,
            ReasonCode.INFRA,
            ReasonCode.TIMEOUT,
            ReasonCode.USER,
            ReasonCode.HOOK,
            ReasonCode.NO_AGENT),
        new Backoff(Duration.ofSeconds(chance.between(1, 10)), 2, Duration.ofSeconds(60)));
  }

  private Optional<GroupRule> group() {
    if (plan.wants(WorkKind.GROUP_COMMANDS, 30)) {
      return Optional.of(plan.group("print found-", true));
    }
    return plan.wants(WorkKind.JOB_GROUPS, 35)
        ? Optional.of(plan.group("job-", false))
        : Optional.empty();
  }

  private List<Hook> hooks() {
    return scenario.has(WorkKind.JOB_HOOKS) && chance.percent(60) ? plan.hooks(HOOKS) : List.of();
  }
}
