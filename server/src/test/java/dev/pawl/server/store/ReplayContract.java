package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.agent.Agent;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.group.Group;
import dev.pawl.core.run.Run;
import dev.pawl.server.Commits;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.RichPlan;
import dev.pawl.server.Walk;
import dev.pawl.server.runtime.Change;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is stored is what was committed, and the journal says the same.
interface ReplayContract extends UnderContract {

  /// Called after every commit of a walk.
  default void look(Run run) {}

  int STEPS = 250;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  default void whateverHappensStoreAndJournalAgree(long seed) {
    var walk = new Walk(seed);
    List<DrivenRun> runs = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      runs.add(
          run("r" + index)
              .does(new StartPlanning())
              .does(new FinishPlanning(RichPlan.plan(index == 0))));
    }
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
  }

  private void agree(Run run) {
    for (String key : List.of("/main", "/disk", "/reported")) {
      Group group = store().group(key);
      assertThat(replayed(Group.named(key))).isEqualTo(group);
      for (var place : store().places(run.id())) {
        if (place.group().equals(key)) {
          assertThat(group.members())
              .anyMatch(one -> one.run().equals(run.id()) && one.isPlaced() == place.isTaken());
        }
      }
    }
    Breaker breaker = store().breaker("npm");
    assertThat(replayed(Breaker.of("npm", ToolProfile.DEFAULT))).isEqualTo(breaker);
    assertThat(registered(replayed(Agent.unknown(Commits.AGENT))))
        .isEqualTo(registered(store().agent(Commits.AGENT)));
  }

  /// What the journal tells of an agent: its leases are the runs', and its version counts them.
  private static Agent registered(Object agent) {
    Agent one = (Agent) agent;
    return new Agent(
        one.key(),
        one.name(),
        one.labels(),
        one.slots(),
        one.standing(),
        List.of(),
        Instant.EPOCH,
        0);
  }

  @Test
  default void aReplayOfARunGivesWhatIsStoredApartFromLiveness() {
    var run = queued("r1").running();
    assertThat(replayed(Run.created(run.id(), run.run().origin()))).isEqualTo(run.run());
    Run before = run.run();
    run.heartbeat();
    assertThat(replayed(Run.created(run.id(), run.run().origin()))).isEqualTo(before);
    assertThat(store().run(run.id())).contains(run.run());
  }
}
