package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.BreakerProbe;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.AcquireTool;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.EngineCommand.Tick;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.run.ReusedResult;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.RandomCommands;
import dev.pawl.server.RichPlan;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The stored state is what was committed, and the journal replays to it.
interface ReplayContract extends StoreFixture {

  /// Called after every commit of a walk.
  default void look(Run run) {}

  /// Called after each walk.
  default void lookAtAll() {}

  ReusedResult KEPT =
      new ReusedResult("guarded", AttemptState.SUCCESS, ReasonCode.OK, OrderedMaps.empty());
  LeaseRef FIRST_LEASE = new LeaseRef(new AttemptRef(0, 1), 1);
  Actor AGENT_ONE = Actor.agent(SampleCommits.AGENT);
  int STEPS = 400;
  int WALKS = 20;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  default void storeAndJournalAgreeAfterARandomWalk(long seed) {
    var walk = new RandomCommands(seed);
    List<DrivenRun> runs = new ArrayList<>();
    runs.add(planning("r0").does(new FinishPlanning(RichPlan.plan(true))));
    runs.add(planning("r1").does(new FinishPlanning(SamplePlans.ofRef(RichPlan.plan(false)))));
    runs.add(planning("r2").does(new FinishPlanning(RichPlan.plan(false), List.of(KEPT))));
    for (int step = 0; step < STEPS; step++) {
      DrivenRun run = runs.get(walk.below(runs.size()));
      run.after(Duration.ofSeconds(walk.below(4) == 0 ? walk.below(60) : 0));
      if (run.decide(walk.next(run.run())) instanceof Decision.Accepted accepted) {
        var nextDue = new Engine(Deadlines.DEFAULT).nextDue(accepted.run());
        run.committed(new Change(accepted, run.now(), nextDue));
        assertThat(store().run(run.id())).contains(run.run());
        look(run.run());
      }
    }
    runs.forEach(run -> agree(run.run()));
    lookAtAll();
  }

  /// A run that is not planned yet.
  private DrivenRun planning(String id) {
    return run(id)
        .does(new StartPlanning())
        .after(Deadlines.PLANNING_TRY)
        .does(new Tick(Instant.EPOCH, Actor.person("ops")));
  }

  private void agree(Run run) {
    for (String key :
        List.of("default:#main", "default:#disk", "default:#reported", "default:#lone")) {
      Group group = store().group(key);
      assertThat(replayed(Group.named(key))).isEqualTo(group);
      for (var place : store().groupPlaces(run.id())) {
        if (place.group().equals(key)) {
          assertThat(group.members())
              .anyMatch(one -> one.run().equals(run.id()) && one.hasPlace() == place.isHeld());
        }
      }
    }
    Breaker breaker = store().breaker("default:npm");
    assertThat(replayed(Breaker.of("default:npm", ToolProfile.DEFAULT))).isEqualTo(breaker);
    assertThat(registered(replayed(Agent.unknown(SampleCommits.AGENT))))
        .isEqualTo(registered(store().agent(SampleCommits.AGENT)));
  }

  /// An agent as its journal has it: without leases, which are in the runs' journals but count for
  /// its version.
  private static Agent registered(Object agent) {
    Agent one = (Agent) agent;
    return new Agent(
        one.key(),
        one.org(),
        one.name(),
        one.labels(),
        one.slots(),
        one.availability(),
        List.of(),
        Instant.EPOCH,
        0);
  }

  @Test
  default void aReplayedRunEqualsTheStoredOneExceptLiveness() {
    var run = queuedRun("r1").running();
    assertThat(replayed(Run.created(run.id(), run.run().origin()))).isEqualTo(run.run());
    Run before = run.run();
    run.heartbeat();
    assertThat(replayed(Run.created(run.id(), run.run().origin()))).isEqualTo(before);
    assertThat(store().run(run.id())).contains(run.run());
  }

  /// More failures in a row than a random walk produces.
  @Test
  default void aBreakerIsStoredThroughAllItsStates() {
    for (int failure = 1; failure <= ToolProfile.DEFAULT.failureThreshold(); failure++) {
      usesTool("r" + failure).does(step(StepState.RUNNING)).does(step(StepState.FAILED));
      assertThat(breaker().failures() + (breaker().state() == BreakerState.OPEN ? failure : 0))
          .isEqualTo(failure);
    }
    assertThat(breaker().state()).isEqualTo(BreakerState.OPEN);
    var probe = usesTool("probe").after(ToolProfile.DEFAULT.cooldown().multipliedBy(2));
    probe.does(new AcquireTool(FIRST_LEASE, AGENT_ONE, 0));
    assertThat(breaker().probe()).contains(new BreakerProbe(probe.id(), FIRST_LEASE, 0));
    probe.does(step(StepState.RUNNING)).does(step(StepState.SUCCESS));
    assertThat(breaker().state()).isEqualTo(BreakerState.CLOSED);
  }

  private DrivenRun usesTool(String id) {
    return run(id).planned(SamplePlans.usingTool("npm")).running();
  }

  private static EngineCommand step(StepState state) {
    var end = new StepEnd(1, StepEnd.Ender.PROCESS, "");
    return new ReportStep(
        FIRST_LEASE, AGENT_ONE, 0, StepType.STEP, "", state, end, ReasonCode.INFRA);
  }

  /// The stored breaker, which must equal the replayed one.
  private Breaker breaker() {
    Breaker stored = store().breaker("default:npm");
    assertThat(replayed(Breaker.of("default:npm", ToolProfile.DEFAULT))).isEqualTo(stored);
    return stored;
  }
}
