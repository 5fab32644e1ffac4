package dev.pawl.core.group;

import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.StoryWorld;
import dev.pawl.core.event.DomainEvent.RunRestored;
import dev.pawl.core.event.RestoredJob;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.GroupPlace;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The places of a run that is read from its rows. These do not tell what its ended attempts left.
class RestoredPlaceTest extends EngineStory {

  private static final Duration TTL_AND_MARGIN = Duration.ofSeconds(130);
  private static final Instant LATER = StoryWorld.BEGINNING.plus(Duration.ofMinutes(1));

  private final Engine engine = new Engine(Deadlines.DEFAULT);

  private static RunRestored rowsOf(Run run) {
    List<RestoredJob> jobs = new ArrayList<>();
    for (Job one : run.jobs()) {
      jobs.add(
          new RestoredJob(
              one.planned().id(),
              one.planned().name(),
              one.planned().runsOn(),
              one.attempt().number(),
              one.attempt().state(),
              one.attempt().since(),
              one.attempt().reason(),
              one.attempt().leases(),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              withoutTime(one.place())));
    }
    return new RunRestored(
        "",
        run.version(),
        run.state(),
        run.since(),
        withoutTime(run.place()),
        jobs,
        List.of(),
        run.reason());
  }

  private static Optional<GroupPlace> withoutTime(Optional<GroupPlace> place) {
    return place.map(held -> new GroupPlace(held.group(), held.isHeld()));
  }

  private static Run bare(Run run) {
    return Run.created(run.id(), run.origin());
  }

  private Run endedByRows() {
    Run run = world().run();
    var cancel = new CancelRun(Actor.person("ops"), true, "enough");
    return after(engine.cancelRestored(bare(run), rowsOf(run), cancel, world(), LATER));
  }

  private Run leftByRows(Instant at) {
    Run run = world().run();
    return after(engine.leaveRestored(bare(run), rowsOf(run), Actor.CLOCK, world(), at));
  }

  private static Run after(Decision decision) {
    assertThat(decision).isInstanceOf(Decision.Accepted.class);
    return ((Decision.Accepted) decision).run();
  }

  private void thenItKeepsItsPlaceUntil(Run run, Instant time) {
    assertThat(run.job(0).place().flatMap(GroupPlace::keptUntil)).contains(time);
    assertThat(engine.nextDue(run)).contains(time);
  }

  @Test
  void theNextAttemptOfALostOneKeepsThePlace() {
    given(workflow(job("deploy").inGroup(group("main")).retried(1, ReasonCode.LOST)));
    agent("a1").runs("deploy");
    isAsked(
        new EngineCommand.RevokeLease(agent("a1").lease("deploy"), Actor.ORCHESTRATOR, "revoked"));
    then("deploy").is(WAITING).asAttempt(2);
    thenItKeepsItsPlaceUntil(endedByRows(), LATER.plus(TTL_AND_MARGIN));
  }

  @Test
  void anEndedJobOfAnOpenRunKeepsItsPlace() {
    given(workflow(job("deploy").inGroup(group("main")), job("check")));
    agent("a1").runs("deploy");
    personForces("deploy");
    then("deploy").is(CANCELLED);
    thenItKeepsItsPlaceUntil(endedByRows(), LATER.plus(TTL_AND_MARGIN));
  }

  @Test
  void anEndedRunLeavesWhenNothingCanRun() {
    given(workflow(job("deploy").inGroup(group("main"))));
    agent("a1").runs("deploy");
    personForces();
    Instant end = world().run().since().plus(TTL_AND_MARGIN);
    thenItKeepsItsPlaceUntil(leftByRows(end.minusMillis(1)), end);
    assertThat(leftByRows(end).job(0).place()).isEmpty();
    assertThat(engine.nextDue(leftByRows(end))).isEmpty();
  }
}
