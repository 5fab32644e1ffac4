package dev.pawl.simulation.workload;

import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.step.StepType;
import dev.pawl.expression.value.Value;
import dev.pawl.simulation.random.RandomStream;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.WorkKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Random plan with some of the features that the scenario has switched on. Plans are small: many
/// small runs find more than a few large ones.
public final class RandomPlan {

  /// The users of a simulation; each may be a reviewer.
  public static final List<String> USERS = List.of("user-1", "user-2", "user-3", "user-4");

  public static final List<String> LABELS = List.of("linux", "arm");

  private static final PlanContexts OF_A_REF =
      new PlanContexts(
          (Value.Dict)
              Value.parseJson(
                  """
                  {"sha": "%s", "ref": "refs/heads/main", "repositoryUrl": "https://forge/a/b.git"}
                  """
                      .formatted(PlanContexts.NO_COMMIT)),
          PlanContexts.EMPTY,
          PlanContexts.EMPTY);

  static final Optional<MatrixPolicy> NO_MATRIX = Optional.empty();

  private final RandomStream chance;
  private final Scenario scenario;

  public RandomPlan(RandomStream chance, Scenario scenario) {
    this.chance = chance;
    this.scenario = scenario;
  }

  boolean wants(WorkKind kind, int percent) {
    return scenario.has(kind) && chance.percent(percent);
  }

  public Plan make() {
    if (wants(WorkKind.NOTHING_TO_RUN, 5)) {
      return new Plan("simulated", List.of());
    }
    int count = chance.oneIn(60) ? chance.between(9, 20) : chance.between(1, chance.between(1, 4));
    List<PlannedJob> jobs = new ArrayList<>();
    while (jobs.size() < count) {
      add(jobs);
    }
    if (scenario.has(WorkKind.NEEDS) && wants(WorkKind.CONDITIONS, 30)) {
      addBehindATidyUp(jobs);
    }
    List<WorkflowScope> scopes = new ArrayList<>(List.of(WorkflowScope.OF_WORKFLOW));
    if (wants(WorkKind.CALLS, 40)) {
      new RandomCall(this, chance, scenario).add(jobs, scopes);
    }
    return new Plan("simulated", jobs, runPolicy(), contexts(), scopes);
  }

  /// The contexts of a run of a ref, whose commit an agent finds out, or none.
  private PlanContexts contexts() {
    return scenario.has(WorkKind.REFS) ? OF_A_REF : PlanContexts.NONE;
  }

  private void add(List<PlannedJob> jobs) {
    int index = jobs.size();
    List<Integer> needs = needs(jobs, index);
    List<String> sees = families(jobs, needs);
    var policies = new RandomJobPolicy(this, chance, scenario);
    if (wants(WorkKind.STATIC_MATRIX, 25)) {
      int cells = chance.between(2, 3);
      var matrix = policies.matrix("job" + index);
      for (int cell = 0; cell < cells; cell++) {
        String id = "job%d (%d)".formatted(index, cell);
        jobs.add(job(id, needs, sees, policies.make(condition(sees), matrix)));
      }
    } else {
      var made = job("job" + index, needs, sees, policies.make(condition(sees), NO_MATRIX));
      jobs.add(
          policies.isDynamic(needs)
              ? made.with(policies.template(made, chance.oneOf(sees)))
              : made);
    }
  }

  /// The names by which dependent jobs refer to them, each once.
  static List<String> families(List<PlannedJob> jobs, List<Integer> needs) {
    return needs.stream().map(need -> jobs.get(need).idWithoutCell()).distinct().toList();
  }

  /// Adds a job that always runs, and one that needs only it and checks its result.
  private void addBehindATidyUp(List<PlannedJob> jobs) {
    var policies = new RandomJobPolicy(this, chance, scenario);
    List<Integer> before = wholly(jobs, List.of(chance.below(jobs.size())));
    List<Integer> tidy = List.of(jobs.size());
    Condition asks = chance.oneIn(2) ? Condition.SUCCESS : Condition.FAILURE;
    jobs.add(
        job("tidy", before, families(jobs, before), policies.make(Condition.ALWAYS, NO_MATRIX)));
    jobs.add(job("last", tidy, List.of("tidy"), policies.make(asks, NO_MATRIX)));
  }

  /// Some of the jobs so far.
  List<Integer> needs(List<PlannedJob> jobs, int index) {
    List<Integer> needs = new ArrayList<>();
    for (int other = 0; other < index && scenario.has(WorkKind.NEEDS); other++) {
      if (chance.percent(45) && needs.size() < 3) {
        needs.add(other);
      }
    }
    return wholly(jobs, needs);
  }

  /// A job that needs one cell of a matrix needs all of them.
  static List<Integer> wholly(List<PlannedJob> jobs, List<Integer> needs) {
    List<String> families = families(jobs, needs);
    return IntStream.range(0, jobs.size())
        .filter(index -> families.contains(jobs.get(index).idWithoutCell()))
        .boxed()
        .toList();
  }

  Condition condition(List<String> sees) {
    if (!wants(WorkKind.CONDITIONS, 50)) {
      return Condition.SUCCESS;
    }
    if (sees.isEmpty()) {
      return chance.oneIn(3) ? Condition.of("github.ref == 'main'") : Condition.SUCCESS;
    }
    String need = chance.oneOf(sees);
    return switch (chance.below(9)) {
      case 0 -> Condition.FAILURE;
      case 1 -> Condition.ALWAYS;
      case 2 -> Condition.of("needs.%s.result == 'failure'".formatted(need));
      case 3 -> Condition.of("needs.%s.outputs.out == '[]'".formatted(need));
      case 4 -> Condition.of("!success()");
      case 5 -> Condition.of("success() || failure()");
      case 6 -> Condition.of("always() && fromJSON(needs.%s.outputs.out)[0]".formatted(need));
      case 7 -> Condition.of("failure() && needs.%s.result != 'skipped'".formatted(need));
      default -> Condition.of("cancelled()");
    };
  }

  PlannedJob job(String id, List<Integer> needs, List<String> sees, JobPolicy policy) {
    List<PlannedStep> steps = new ArrayList<>();
    int count = chance.percent(65) ? 1 : chance.between(2, 3);
    for (int step = 0; step < count; step++) {
      steps.add(step(step));
    }
    Duration timeout =
        wants(WorkKind.JOB_TIMEOUTS, 50)
            ? Duration.ofSeconds(chance.between(2, 60))
            : Duration.ofMinutes(30);
    return new PlannedJob(
        id,
        id,
        needs,
        sees,
        runsOn(),
        JobBody.of(steps),
        timeout,
        Duration.ofSeconds(chance.between(1, 30)),
        "simulated",
        policy);
  }

  private List<String> runsOn() {
    if (wants(WorkKind.RARE_LABELS, 3)) {
      return List.of("nowhere");
    }
    return chance.oneIn(4) ? List.of(chance.oneOf(LABELS)) : List.of("linux");
  }

  private PlannedStep step(int index) {
    Optional<String> tool =
        wants(WorkKind.TOOLS, 60) ? Optional.of("tool" + chance.below(2)) : Optional.empty();
    var policy =
        new StepPolicy(
            List.of(0),
            wants(WorkKind.STEP_RETRIES, 40) ? chance.between(1, 2) : 0,
            tool,
            chance.oneIn(3));
    PlannedStep step = PlannedStep.of("step " + index, "true", "simulated:1:1").with(policy);
    return chance.oneIn(12) ? step.continuingOnError() : step;
  }

  private RunPolicy runPolicy() {
    Optional<Duration> timeout =
        wants(WorkKind.RUN_TIMEOUTS, 40)
            ? Optional.of(Duration.ofSeconds(chance.between(5, 300)))
            : Optional.empty();
    return new RunPolicy(
        wants(WorkKind.RUN_APPROVALS, 30) ? Optional.of(approval()) : Optional.empty(),
        wants(WorkKind.RUN_DELAYS, 30) ? Duration.ofSeconds(chance.between(1, 120)) : Duration.ZERO,
        timeout,
        wants(WorkKind.RUN_RETRIES, 40) ? chance.between(1, 2) : 0,
        Backoff.OF_RUNS,
        wants(WorkKind.RUN_GROUPS, 60) ? Optional.of(group("run-", false)) : Optional.empty(),
        wants(WorkKind.RUN_HOOKS, 50)
            ? hooks(List.of(StepType.ON_CANCEL, StepType.ON_SUCCESS, StepType.ON_FAILURE))
            : List.of(),
        List.of());
  }

  Approval approval() {
    List<String> reviewers = chance.oneIn(3) ? List.of() : USERS.subList(0, 3);
    return new Approval(
        reviewers,
        chance.between(1, 2),
        Duration.ofSeconds(chance.between(20, 2_000)),
        chance.oneIn(4));
  }

  GroupRule group(String prefix, boolean isCommand) {
    int which = chance.below(3);
    return new GroupRule(
        isCommand ? prefix : prefix + which,
        isCommand,
        isCommand ? 2 : which + 1, // who shares a group agrees on its max
        wants(WorkKind.CANCEL_IN_PROGRESS, 50),
        wants(WorkKind.NEWEST_WAITS, 50) ? GroupRule.Queue.NEWEST : GroupRule.Queue.MAX);
  }

  List<Hook> hooks(List<StepType> types) {
    List<Hook> hooks = new ArrayList<>();
    for (StepType type : types) {
      if (chance.percent(50)) {
        Optional<Duration> timeout =
            chance.oneIn(3)
                ? Optional.of(Duration.ofSeconds(chance.between(5, 60)))
                : Optional.empty();
        hooks.add(new Hook(type, "true", timeout));
      }
    }
    hooks.add(Hook.of(StepType.CLEANUP, "true"));
    return hooks;
  }
}
