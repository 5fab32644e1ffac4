package dev.pawl.simulation.workload;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.Shell;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepType;
import dev.pawl.simulation.chance.Chance;
import dev.pawl.simulation.scenario.Scenario;
import dev.pawl.simulation.scenario.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A workflow that asks for some of what the scenario has switched on. Small: many small runs find
/// more than a few large ones.
public final class RandomPlan {

  /// The people of a simulation; any of them may be a reviewer.
  public static final List<String> PEOPLE = List.of("ana", "ben", "cem", "dot");

  public static final List<String> LABELS = List.of("linux", "arm");

  private final Chance chance;
  private final Scenario scenario;

  public RandomPlan(Chance chance, Scenario scenario) {
    this.chance = chance;
    this.scenario = scenario;
  }

  boolean wants(Work kind, int percent) {
    return scenario.has(kind) && chance.percent(percent);
  }

  public Plan make() {
    if (wants(Work.NOTHING_TO_RUN, 5)) {
      return new Plan("simulated", List.of());
    }
    int count = chance.oneIn(60) ? chance.between(9, 20) : chance.between(1, chance.between(1, 4));
    List<PlannedJob> jobs = new ArrayList<>();
    while (jobs.size() < count) {
      add(jobs);
    }
    if (scenario.has(Work.NEEDS) && wants(Work.CONDITIONS, 30)) {
      addBehindATidyUp(jobs);
    }
    return new Plan("simulated", jobs, runPolicy());
  }

  private void add(List<PlannedJob> jobs) {
    int index = jobs.size();
    List<Integer> needs = needs(index);
    var policies = new RandomJobPolicy(this, chance, scenario);
    if (wants(Work.STATIC_MATRIX, 25)) {
      int cells = chance.between(2, 3);
      var matrix = policies.matrix("job" + index);
      for (int cell = 0; cell < cells; cell++) {
        String id = "job%d (%d)".formatted(index, cell);
        jobs.add(job(id, needs, policies.make(condition(needs), matrix, Optional.empty())));
      }
    } else {
      var expansion = policies.expansion(needs);
      var matrix = expansion.isPresent() ? policies.matrix("job" + index) : policies.noMatrix();
      jobs.add(job("job" + index, needs, policies.make(condition(needs), matrix, expansion)));
    }
  }

  /// One that runs whatever came before it, and one that needs only that and asks what it was.
  private void addBehindATidyUp(List<PlannedJob> jobs) {
    var policies = new RandomJobPolicy(this, chance, scenario);
    List<Integer> before = List.of(chance.below(jobs.size()));
    List<Integer> tidy = List.of(jobs.size());
    Condition asks = chance.oneIn(2) ? Condition.SUCCESS : new Condition.Failure();
    jobs.add(
        job(
            "tidy",
            before,
            policies.make(Condition.ALWAYS, policies.noMatrix(), Optional.empty())));
    jobs.add(job("last", tidy, policies.make(asks, policies.noMatrix(), Optional.empty())));
  }

  private List<Integer> needs(int index) {
    List<Integer> needs = new ArrayList<>();
    for (int other = 0; other < index && scenario.has(Work.NEEDS); other++) {
      if (chance.percent(45) && needs.size() < 3) {
        needs.add(other);
      }
    }
    return needs;
  }

  private Condition condition(List<Integer> needs) {
    if (!wants(Work.CONDITIONS, 50)) {
      return Condition.SUCCESS;
    }
    if (needs.isEmpty()) {
      return chance.oneIn(3) ? new Condition.Known(false, "a == b") : Condition.SUCCESS;
    }
    int need = chance.oneOf(needs);
    return switch (chance.below(7)) {
      case 0 -> new Condition.Failure();
      case 1 -> Condition.ALWAYS;
      case 2 -> new Condition.NeedIs(need, AttemptState.FAILED);
      case 3 -> new Condition.OutputIs(need, "out", "[]");
      case 4 -> new Condition.Not(new Condition.Success());
      case 5 -> new Condition.Any(List.of(Condition.SUCCESS, new Condition.Failure()));
      default -> new Condition.Cancelled();
    };
  }

  private PlannedJob job(String id, List<Integer> needs, dev.pawl.core.plan.JobPolicy policy) {
    List<PlannedStep> steps = new ArrayList<>();
    int count = chance.percent(65) ? 1 : chance.between(2, 3);
    for (int step = 0; step < count; step++) {
      steps.add(step(step));
    }
    Duration timeout =
        wants(Work.JOB_TIMEOUTS, 50)
            ? Duration.ofSeconds(chance.between(2, 60))
            : Duration.ofMinutes(30);
    return new PlannedJob(
        id,
        id,
        needs,
        runsOn(),
        Ordered.empty(),
        steps,
        timeout,
        Duration.ofSeconds(chance.between(1, 30)),
        "simulated",
        policy);
  }

  private List<String> runsOn() {
    if (wants(Work.RARE_LABELS, 3)) {
      return List.of("nowhere");
    }
    return chance.oneIn(4) ? List.of(chance.oneOf(LABELS)) : List.of("linux");
  }

  private PlannedStep step(int index) {
    Optional<String> tool =
        wants(Work.TOOLS, 60) ? Optional.of("tool" + chance.below(2)) : Optional.empty();
    var policy =
        new StepPolicy(
            chance.oneIn(12),
            List.of(0),
            wants(Work.STEP_RETRIES, 40) ? chance.between(1, 2) : 0,
            tool,
            chance.oneIn(3),
            Optional.empty());
    return new PlannedStep(
        "step " + index, "", "true", Shell.BASH, "", Ordered.empty(), "simulated:1:1", policy);
  }

  private RunPolicy runPolicy() {
    Optional<Duration> timeout =
        wants(Work.RUN_TIMEOUTS, 40)
            ? Optional.of(Duration.ofSeconds(chance.between(5, 300)))
            : Optional.empty();
    return new RunPolicy(
        wants(Work.RUN_APPROVALS, 30) ? Optional.of(approval()) : Optional.empty(),
        wants(Work.RUN_DELAYS, 30) ? Duration.ofSeconds(chance.between(1, 120)) : Duration.ZERO,
        timeout,
        wants(Work.RUN_RETRIES, 40) ? chance.between(1, 2) : 0,
        Backoff.OF_RUNS,
        wants(Work.RUN_GROUPS, 60) ? Optional.of(group("run-", false)) : Optional.empty(),
        wants(Work.RUN_HOOKS, 50)
            ? hooks(List.of(StepType.ON_CANCEL, StepType.ON_SUCCESS, StepType.ON_FAILURE))
            : List.of(),
        List.of());
  }

  Approval approval() {
    List<String> reviewers = chance.oneIn(3) ? List.of() : PEOPLE.subList(0, 3);
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
        wants(Work.CANCEL_IN_PROGRESS, 50),
        wants(Work.NEWEST_WAITS, 50) ? GroupRule.Queue.NEWEST : GroupRule.Queue.MAX);
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
