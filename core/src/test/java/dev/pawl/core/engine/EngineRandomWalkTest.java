package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.optional;
import static dev.pawl.core.engine.story.StoryPlan.step;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcknowledgeCancel;
import dev.pawl.core.command.EngineCommand.AcknowledgeLease;
import dev.pawl.core.command.EngineCommand.AcquireTool;
import dev.pawl.core.command.EngineCommand.ApproveJob;
import dev.pawl.core.command.EngineCommand.ApproveRun;
import dev.pawl.core.command.EngineCommand.BeginUpload;
import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.CompleteAttempt;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Interrupt;
import dev.pawl.core.command.EngineCommand.LoseAttempt;
import dev.pawl.core.command.EngineCommand.LoseContact;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.EngineCommand.RejectJob;
import dev.pawl.core.command.EngineCommand.RejectLease;
import dev.pawl.core.command.EngineCommand.RenewLease;
import dev.pawl.core.command.EngineCommand.ReportCommit;
import dev.pawl.core.command.EngineCommand.ReportGroup;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.RetryJob;
import dev.pawl.core.command.EngineCommand.RevokeLease;
import dev.pawl.core.command.EngineCommand.SkipJob;
import dev.pawl.core.command.EngineCommand.StartAttempt;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.story.JobPolicyBuilder;
import dev.pawl.core.engine.story.StoryPlan.JobSpec;
import dev.pawl.core.engine.story.StoryWorld;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random commands at random times, on random graphs and policies: nothing throws, every invariant
/// holds after every step, every state has an explanation, and time alone ends what is left. The
/// seed is in the test's name.
class EngineRandomWalkTest {

  private static final int WORLDS = 60;
  private static final int STEPS = 120;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void nothingThatAnybodyDoesBreaksARun(long seed) {
    var chance = new Random(seed);
    for (int each = 0; each < WORLDS; each++) {
      var world = new StoryWorld(Deadlines.DEFAULT);
      List<RunId> runs = new ArrayList<>();
      int count = 1 + chance.nextInt(3);
      for (int run = 0; run < count; run++) {
        runs.add(world.trigger());
        world.ask(new StartPlanning());
        world.ask(new FinishPlanning(plan(chance)));
      }
      for (int step = 0; step < STEPS; step++) {
        world.lookAt(runs.get(chance.nextInt(runs.size())));
        anything(world, chance);
      }
      world.letEffectsHappen();
      world.letTimeEndIt();
      assertThat(world.run().isOver()).isTrue();
    }
  }

  private static Plan plan(Random chance) {
    List<JobSpec> jobs = new ArrayList<>();
    int count = 1 + chance.nextInt(7);
    for (int index = 0; index < count; index++) {
      List<String> needs = new ArrayList<>();
      for (int need = 0; need < index; need++) {
        if (chance.nextInt(3) == 0) {
          needs.add("job-" + need);
        }
      }
      JobSpec spec =
          job("job-" + index)
              .needs(needs.toArray(String[]::new))
              .withSteps(steps(chance))
              .timingOutAfter(Duration.ofMinutes(1 + chance.nextInt(10)))
              .with(policy(chance));
      boolean expands = index > 0 && chance.nextInt(8) == 0;
      jobs.add(expands ? spec.needs("job-0").expanding("job-0", "cells") : spec);
    }
    Plan plan = workflow(jobs);
    return plan.with(policyOfRun(chance));
  }

  private static PlannedStep[] steps(Random chance) {
    PlannedStep[] steps = new PlannedStep[chance.nextInt(3)];
    for (int index = 0; index < steps.length; index++) {
      PlannedStep step = chance.nextInt(4) == 0 ? optional() : step();
      steps[index] =
          step.with(
              new StepPolicy(
                  List.of(0),
                  chance.nextInt(3),
                  chance.nextInt(3) == 0 ? Optional.of("kubectl") : Optional.empty(),
                  false));
    }
    return steps;
  }

  private static JobPolicy policy(Random chance) {
    JobPolicyBuilder policy = JobPolicyBuilder.of(JobPolicy.PLAIN);
    if (chance.nextInt(3) == 0) {
      policy.condition(
          any(
              new Condition[] {
                Condition.ALWAYS,
                Condition.FAILURE,
                Condition.of("github.ref == 'main'"),
                Condition.of("!success()"),
                Condition.of("always() && fromJSON(needs.job-0.outputs.cells)[0]")
              },
              chance));
    }
    if (chance.nextInt(4) == 0) {
      policy.approval(new Approval(List.of(), 1 + chance.nextInt(2), Duration.ofMinutes(9), false));
    }
    if (chance.nextInt(4) == 0) {
      policy.delay(Duration.ofSeconds(chance.nextInt(100)));
    }
    if (chance.nextInt(3) == 0) {
      policy.group(group(chance));
    }
    if (chance.nextInt(4) == 0) {
      policy.matrix(new MatrixPolicy("m", chance.nextBoolean(), 1 + chance.nextInt(2)));
    }
    return policy.continueOnError(chance.nextInt(5) == 0).done();
  }

  private static GroupRule group(Random chance) {
    return new GroupRule(
        "g" + chance.nextInt(2),
        chance.nextInt(4) == 0,
        1 + chance.nextInt(2),
        chance.nextInt(3) == 0,
        any(GroupRule.Queue.values(), chance));
  }

  private static RunPolicy policyOfRun(Random chance) {
    Optional<GroupRule> group =
        chance.nextInt(3) == 0
            ? Optional.of(
                new GroupRule(
                    "g" + chance.nextInt(2), false, 1, chance.nextBoolean(), GroupRule.Queue.MAX))
            : Optional.empty();
    return new RunPolicy(
        chance.nextInt(8) == 0 ? Optional.of(Approval.by()) : Optional.empty(),
        chance.nextInt(8) == 0 ? Duration.ofSeconds(30) : Duration.ZERO,
        chance.nextInt(4) == 0 ? Optional.of(Duration.ofMinutes(4)) : Optional.empty(),
        chance.nextInt(2),
        Backoff.OF_RUNS,
        group,
        chance.nextInt(3) == 0
            ? List.of(Hook.of(StepType.CLEANUP, "true"), Hook.of(StepType.ON_FAILURE, "true"))
            : List.of(),
        List.of());
  }

  private static void anything(StoryWorld world, Random chance) {
    AttemptRef ref = ref(world, chance);
    Actor person = Actor.person(any(new String[] {"dev", "bo", "cy"}, chance));
    switch (chance.nextInt(60)) {
      case 0 -> world.ask(new CancelRun(person, chance.nextInt(3) == 0, "why"));
      case 1, 2, 3 -> world.pass(Duration.ofSeconds(chance.nextInt(90)));
      case 4 -> world.nobodyServesFor(Duration.ofSeconds(chance.nextInt(900)));
      case 5 -> {
        if (chance.nextInt(10) == 0) {
          world.ask(new Interrupt("gone"));
        }
      }
      case 6 ->
          world.ask(new CancelAttempt(ref, person, chance.nextBoolean(), ReasonCode.USER, "why"));
      case 7 -> world.ask(new RetryJob(ref.job(), person));
      case 8 -> world.ask(new SkipJob(ref.job(), person));
      case 9, 10 -> world.ask(new ApproveJob(ref, person, List.of()));
      case 11 -> world.ask(new RejectJob(ref, person, List.of(), ""));
      case 12 -> world.ask(new ApproveRun(person, List.of()));
      case 13 -> world.holdEffectsBack();
      case 14 -> world.letEffectsHappen();
      case 15, 16, 17, 18, 19, 20, 21, 22, 23, 24 -> world.ask(new GrantLease(ref, "a1"));
      default -> agentSays(world, ref, chance);
    }
  }

  private static AttemptRef ref(StoryWorld world, Random chance) {
    return world.run().job(chance.nextInt(world.run().jobs().size())).ref();
  }

  /// Mostly under the newest lease, sometimes under one that is over or never was.
  private static void agentSays(StoryWorld world, AttemptRef ref, Random chance) {
    int newest = world.run().job(ref.job()).attempt().leases();
    var lease = new LeaseRef(ref, chance.nextInt(8) == 0 ? chance.nextInt(9) : newest);
    Actor agent = Actor.agent("a1");
    world.ask(
        switch (chance.nextInt(20)) {
          case 0, 1, 2 -> new AcknowledgeLease(lease, agent);
          case 3, 4, 5 -> new StartAttempt(lease, agent);
          case 6 -> new RenewLease(lease, agent);
          case 7 -> new RejectLease(lease, agent, "busy");
          case 8 -> new AcknowledgeCancel(lease, agent);
          case 9, 10 -> complete(world, lease, agent, chance);
          case 11 -> new BeginUpload(lease, agent);
          case 12 -> new LoseContact(lease);
          case 13 -> new LoseAttempt(lease, agent, "it restarted");
          case 14 -> new ReportGroup(lease, agent, "g" + chance.nextInt(2));
          case 17 ->
              new ReportCommit(lease, agent, ("000000" + chance.nextInt(10) + "a").repeat(5));
          case 15 -> new AcquireTool(lease, agent, chance.nextInt(3));
          case 16 -> new RevokeLease(lease, Actor.person("dev"), "not trusted");
          default ->
              new ReportStep(
                  lease,
                  agent,
                  chance.nextInt(5) - 1,
                  any(StepType.values(), chance),
                  any(new String[] {"", "Build", "Build\n2"}, chance),
                  any(StepState.values(), chance),
                  new StepEnd(1, any(StepEnd.Ender.values(), chance), ""),
                  any(new ReasonCode[] {ReasonCode.USER, ReasonCode.INFRA}, chance));
        });
  }

  /// As often as not over steps that all went well, which is what an honest agent says.
  private static EngineCommand complete(
      StoryWorld world, LeaseRef lease, Actor agent, Random chance) {
    var outputs = new LinkedHashMap<>(OrderedMaps.empty());
    outputs.put(
        "cells", any(new String[] {"[]", "[1,2,3]", "[\"a\"]", "no list", "[1,1]"}, chance));
    boolean isRunning =
        world.run().job(lease.attempt().job()).attempt().state() == AttemptState.RUNNING;
    if (isRunning && chance.nextBoolean()) {
      int steps = world.run().job(lease.attempt().job()).planned().steps().size();
      for (int step = 0; step < steps; step++) {
        var end = new StepEnd(0, StepEnd.Ender.PROCESS, "");
        world.ask(new ReportStep(lease, agent, step, StepState.RUNNING, StepEnd.NEVER_RAN));
        world.ask(new ReportStep(lease, agent, step, StepState.SUCCESS, end));
      }
    }
    ReasonCode code =
        any(new ReasonCode[] {ReasonCode.USER, ReasonCode.INFRA, ReasonCode.TEST}, chance);
    return new CompleteAttempt(
        lease,
        agent,
        any(Outcome.values(), chance),
        code,
        "",
        outputs,
        Optional.empty(),
        chance.nextBoolean());
  }

  private static <T> T any(T[] values, Random chance) {
    return values[chance.nextInt(values.length)];
  }
}
