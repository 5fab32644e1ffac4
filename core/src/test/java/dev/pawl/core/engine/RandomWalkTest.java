package dev.pawl.core.engine;

import static dev.pawl.core.engine.Workflow.job;
import static dev.pawl.core.engine.Workflow.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Command.AcknowledgeCancel;
import dev.pawl.core.engine.Command.AcknowledgeLease;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Command.CompleteAttempt;
import dev.pawl.core.engine.Command.GrantLease;
import dev.pawl.core.engine.Command.Interrupt;
import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.engine.Command.RejectLease;
import dev.pawl.core.engine.Command.RenewLease;
import dev.pawl.core.engine.Command.ReportStep;
import dev.pawl.core.engine.Command.StartAttempt;
import dev.pawl.core.engine.Workflow.JobSpec;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.step.StepEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Anything at any time, on any graph: nothing throws, every invariant holds after every step, and
/// time alone ends what is left. The seed is in the test's name.
class RandomWalkTest {

  private static final int RUNS = 60;
  private static final int STEPS = 60;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34})
  void nothingThatAnybodyDoesBreaksARun(long seed) {
    var chance = new Random(seed);
    for (int run = 0; run < RUNS; run++) {
      var world =
          World.planned(
              new Deadlines(Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ZERO),
              plan(chance));
      for (int step = 0; step < STEPS; step++) {
        anything(world, chance);
      }
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
      jobs.add(
          job("job-" + index)
              .needs(needs.toArray(String[]::new))
              .withSteps(chance.nextInt(3))
              .timingOutAfter(Duration.ofMinutes(1 + chance.nextInt(10))));
    }
    return workflow(jobs);
  }

  private static void anything(World world, Random chance) {
    switch (chance.nextInt(40)) {
      case 0 -> world.ask(new CancelRun(Actor.person("ana"), chance.nextInt(3) == 0, "why"));
      case 1, 2, 3 -> world.pass(Duration.ofSeconds(chance.nextInt(90)));
      case 4 -> world.nobodyServesFor(Duration.ofSeconds(chance.nextInt(900)));
      case 5 -> {
        if (chance.nextInt(10) == 0) {
          world.ask(new Interrupt("gone"));
        }
      }
      case 6, 7, 8, 9, 10, 11, 12 -> world.ask(new GrantLease(ref(world, chance), "a1"));
      default -> agentSays(world, chance);
    }
  }

  private static AttemptRef ref(World world, Random chance) {
    return world.run().job(chance.nextInt(world.run().jobs().size())).ref();
  }

  /// Mostly under the newest lease, sometimes under one that is over or never was.
  private static void agentSays(World world, Random chance) {
    AttemptRef ref = ref(world, chance);
    int newest = world.run().job(ref.job()).attempt().leases();
    var lease = new LeaseRef(ref, chance.nextInt(8) == 0 ? chance.nextInt(9) : newest);
    Actor agent = Actor.agent("a1");
    world.ask(
        switch (chance.nextInt(12)) {
          case 0, 1 -> new AcknowledgeLease(lease, agent);
          case 2, 3 -> new StartAttempt(lease, agent);
          case 4 -> new RenewLease(lease, agent);
          case 5 -> new RejectLease(lease, agent, "busy");
          case 6 -> new AcknowledgeCancel(lease, agent);
          case 7 ->
              new CompleteAttempt(lease, agent, any(Outcome.values(), chance), ReasonCode.USER, "");
          default ->
              new ReportStep(
                  lease,
                  agent,
                  chance.nextInt(4) - 1,
                  any(StepState.values(), chance),
                  new StepEnd(1, any(StepEnd.Ender.values(), chance), ""));
        });
  }

  private static <T> T any(T[] values, Random chance) {
    return values[chance.nextInt(values.length)];
  }
}
