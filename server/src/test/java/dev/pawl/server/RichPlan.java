package dev.pawl.server;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Expansion;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.Matrix;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A plan with something of everything that a workflow can ask for.
public final class RichPlan {

  private static final Backoff BACKOFF =
      new Backoff(Duration.ofSeconds(2), 1.5, Duration.ofSeconds(20));
  private static final RetryPolicy RETRY =
      new RetryPolicy(2, List.of(ReasonCode.INFRA, ReasonCode.LOST), BACKOFF);

  public static Plan plan(boolean isHeld) {
    return new Plan("rich", jobs(), policy(isHeld));
  }

  private static RunPolicy policy(boolean isHeld) {
    return new RunPolicy(
        isHeld ? Optional.of(Approval.by("bob", "team:ops")) : Optional.empty(),
        Duration.ZERO,
        Optional.of(Duration.ofHours(2)),
        1,
        Backoff.OF_RUNS,
        Optional.of(new GroupRule("main", false, 2, false, GroupRule.Queue.MAX)),
        List.of(
            Hook.of(StepType.ON_FAILURE, "tell"),
            new Hook(StepType.CLEANUP, "tidy", Optional.of(Duration.ofMinutes(1)))),
        List.of("linux"),
        List.of(
            Rule.log(ReasonCode.FETCH, "our mirror", "mirror .* unreachable"),
            new Rule(
                "licence",
                ReasonCode.INFRA,
                new Rule.Conditions(
                    List.of(42), List.of("TERM"), List.of(StepEnd.Ender.PROCESS), ""))));
  }

  private static List<PlannedJob> jobs() {
    var tool =
        new StepPolicy(
            true, List.of(0, 7), 2, Optional.of("npm"), true, Optional.of(Duration.ofMinutes(3)));
    var build = policy(Condition.SUCCESS, Optional.of(GroupRule.of("disk")), Optional.empty());
    var cells =
        policy(
            new Condition.Any(
                List.of(
                    new Condition.NeedIs(0, AttemptState.SUCCESS),
                    new Condition.Not(new Condition.OutputIs(0, "cells", "none")))),
            Optional.empty(),
            Optional.of(new Expansion(0, "cells", "CELL")));
    var reported = new GroupRule("./which-group", true, 1, true, GroupRule.Queue.NEWEST);
    var deploy = policy(Condition.ALWAYS, Optional.of(reported), Optional.empty());
    return List.of(
        Plans.job("build", List.of(), build, Plans.step(tool), Plans.step(StepPolicy.PLAIN)),
        Plans.job("cells", List.of(0), cells, Plans.step(tool)),
        Plans.job("deploy", List.of(1), deploy, Plans.step(tool)),
        Plans.job("guarded", List.of(), guarded(), Plans.step(tool)));
  }

  private static JobPolicy policy(
      Condition condition, Optional<GroupRule> group, Optional<Expansion> expansion) {
    return new JobPolicy(
        condition,
        false,
        RETRY,
        Optional.empty(),
        Duration.ZERO,
        group,
        3,
        List.of(Hook.of(StepType.CLEANUP, "rm -r tmp")),
        false,
        expansion.map(_ -> new Matrix("cells", false, 1)),
        expansion);
  }

  private static JobPolicy guarded() {
    return new JobPolicy(
        new Condition.Known(true, "1 == 1"),
        true,
        RetryPolicy.NONE,
        Optional.of(new Approval(List.of("bob"), 1, Duration.ofHours(1), true)),
        Duration.ofSeconds(30),
        Optional.of(new GroupRule("lone", false, 1, false, GroupRule.Queue.NEWEST)),
        -1,
        List.of(),
        true,
        Optional.empty(),
        Optional.empty());
  }

  private RichPlan() {}
}
