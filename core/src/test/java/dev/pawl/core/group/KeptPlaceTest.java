package dev.pawl.core.group;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The place of a holder that ends while its processes may still run.
class KeptPlaceTest extends EngineStory {

  private static final Plan IN_GROUP = workflow(job("deploy").inGroup(group("main")));
  private static final Duration TTL_AND_MARGIN = Duration.ofSeconds(130);
  private static final Duration A_MOMENT = Duration.ofMillis(1);

  private RunId holder = new RunId("run-1");
  private RunId waiter = new RunId("run-2");

  /// A run that waits behind one whose job runs.
  private void givenAWaiterBehindAHolder(Plan plan) {
    given(plan);
    holder = thisRun();
    agent("a1").runs("deploy");
    waiter = another(plan);
    inRun(holder);
  }

  private void thenTheWaiterMustWait() {
    inRun(waiter);
    agent("a2").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    inRun(holder);
  }

  private void thenTheWaiterMayStart() {
    inRun(waiter);
    agent("a2").isOffered("deploy");
    thenReply().isAccepted();
    then("deploy").is(LEASED);
    inRun(holder);
  }

  private void thenTheWaiterMayStartOnlyAfter(Duration time) {
    thenTheWaiterMustWait();
    passes(time.minus(A_MOMENT));
    thenTheWaiterMustWait();
    passes(A_MOMENT);
    thenTheWaiterMayStart();
    assertThat(world().nextDue()).as("nothing is left of the holder").isEmpty();
  }

  @Test
  void aCancelledRecoveringJobKeepsItsPlace() {
    givenAWaiterBehindAHolder(IN_GROUP);
    agent("a1").isOutOfReach("deploy");
    personCancels("deploy");
    then("deploy").is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
    thenTheWaiterMayStartOnlyAfter(TTL_AND_MARGIN);
  }

  @Test
  void aCancelledRecoveringRunKeepsItsPlace() {
    givenAWaiterBehindAHolder(wholeRun(job("deploy")).inGroup(group("main")).plan());
    agent("a1").isOutOfReach("deploy");
    personCancels();
    thenRun().is(RunState.CANCELLED);
    thenTheWaiterMayStartOnlyAfter(TTL_AND_MARGIN);
  }

  @Test
  void aForcedRunKeepsItsPlace() {
    givenAWaiterBehindAHolder(wholeRun(job("deploy")).inGroup(group("main")).plan());
    passes(Duration.ofSeconds(20));
    agent("a1").heartbeats("deploy");
    personForces();
    thenRun().is(RunState.CANCELLED);
    thenTheWaiterMayStartOnlyAfter(TTL_AND_MARGIN);
  }

  @Test
  void aRunKeepsItsPlaceForAnyOfItsJobs() {
    Plan plan = wholeRun(job("deploy"), job("check")).inGroup(group("main")).plan();
    givenAWaiterBehindAHolder(plan);
    agent("a3").runs("check");
    personForces("deploy");
    passes(Duration.ofSeconds(30));
    agent("a3").succeeds("check");
    thenRun().is(RunState.CANCELLED);
    thenTheWaiterMayStartOnlyAfter(TTL_AND_MARGIN.minusSeconds(30));
  }

  @Test
  void theJobOfARevokedAgentKeepsItsPlace() {
    givenAWaiterBehindAHolder(IN_GROUP);
    agent("a1").isRevoked();
    isAsked(
        new EngineCommand.RevokeLease(agent("a1").lease("deploy"), Actor.ORCHESTRATOR, "revoked"));
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST);
    thenTheWaiterMayStartOnlyAfter(TTL_AND_MARGIN);
  }

  @Test
  void anAcknowledgedCancelLeavesAtOnce() {
    givenAWaiterBehindAHolder(IN_GROUP);
    personCancels();
    thenTheWaiterMustWait();
    agent("a1").acknowledgesTheCancelOf("deploy");
    thenTheWaiterMayStart();
  }

  @Test
  void aLossThatTheAgentReportsLeavesAtOnce() {
    givenAWaiterBehindAHolder(IN_GROUP);
    agent("a1").isOutOfReach("deploy").loses("deploy");
    thenTheWaiterMayStart();
  }

  @Test
  void anExpiredLeaseLeavesAtOnce() {
    givenAWaiterBehindAHolder(IN_GROUP);
    passes(TTL_AND_MARGIN);
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST);
    thenTheWaiterMayStart();
  }

  @Test
  void theNextAttemptQueuesBehindTheWaiter() {
    Plan retried = workflow(job("deploy").inGroup(group("main")).retried(1, ReasonCode.LOST));
    givenAWaiterBehindAHolder(retried);
    isAsked(
        new EngineCommand.RevokeLease(agent("a1").lease("deploy"), Actor.ORCHESTRATOR, "revoked"));
    then("deploy").is(WAITING).asAttempt(2);
    thenTheWaiterMustWait();
    passes(TTL_AND_MARGIN);
    then("deploy").is(QUEUED);
    thenGroup("main").isHeldBy().isWaitedForBy(waiter, holder);
    thenTheWaiterMayStart();
  }

  @Test
  void aCancelOfTheNextAttemptDoesNotFreeThePlace() {
    Plan retried = workflow(job("deploy").inGroup(group("main")).retried(1, ReasonCode.LOST));
    givenAWaiterBehindAHolder(retried);
    isAsked(
        new EngineCommand.RevokeLease(agent("a1").lease("deploy"), Actor.ORCHESTRATOR, "revoked"));
    personCancels();
    thenRun().is(RunState.CANCELLED);
    thenTheWaiterMayStartOnlyAfter(TTL_AND_MARGIN);
  }

  @Test
  void aPlaceIsLeftWhereverTheStoreWasServed() {
    givenAWaiterBehindAHolder(IN_GROUP);
    personForces();
    nobodyServesFor(TTL_AND_MARGIN);
    thenTheWaiterMayStart();
  }

  @Test
  void anAgentInTheSameProcessLeavesNothing() {
    given(IN_GROUP, new Deadlines(Duration.ofDays(7), Duration.ofMinutes(1), Duration.ofDays(7)));
    agent("a1").runs("deploy");
    personForces();
    thenGroup("main").isEmpty();
    assertThat(world().nextDue()).isEmpty();
  }
}
