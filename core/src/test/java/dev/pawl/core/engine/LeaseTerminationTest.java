package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Plan;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A lease that ends without a result, in each state of its attempt.
class LeaseTerminationTest extends EngineStory {

  private static final Duration TTL_AND_MARGIN = Duration.ofSeconds(130);
  private static final Plan PLAN = workflow(job("build"), job("test").needs("build"));

  @BeforeEach
  void aRun() {
    given(PLAN);
  }

  @Test
  void inLeasedItIsQueuedAgain() {
    given(PLAN, new Deadlines(Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ZERO));
    agent("a1").isOffered("build");
    passes(Duration.ofSeconds(20));
    then("build").is(QUEUED);
    assertThat(rowsOf("build/1#1")).containsExactly("EXPIRE");
  }

  @Test
  void inStartingItIsQueuedAgain() {
    agent("a1").prepares("build");
    passes(TTL_AND_MARGIN);
    then("build").is(QUEUED);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "EXPIRE");
  }

  @Test
  void runningAttemptIsLostWithItsStepsInOneCommit() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    passes(TTL_AND_MARGIN);
    then("build").is(LOST).because(ReasonCode.LOST).withSteps(StepState.CANCELLED);
    assertThat(rowsOf("build/1"))
        .containsExactly("ENQUEUE", "LEASE", "ACK", "START", "RECOVER", "LOSE");
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST).saying("build failed");
    assertThat(toldTo("a1").getLast()).isInstanceOf(Effect.Fence.class);
  }

  @Test
  void inCancellingTheCancelIsForced() {
    agent("a1").runs("build");
    personCancels();
    passes(TTL_AND_MARGIN.minusMillis(1));
    then("build").is(AttemptState.CANCELLING);
    passes(Duration.ofMillis(1));
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "EXPIRE");
  }

  @Test
  void aHeartbeatKeepsTheLeaseAliveFromThatMomentOn() {
    agent("a1").runs("build");
    passes(TTL_AND_MARGIN.minusSeconds(1));
    agent("a1").heartbeats("build");
    then("build").is(RUNNING);
    passes(TTL_AND_MARGIN.minusMillis(1));
    then("build").is(AttemptState.RECOVERING);
    passes(Duration.ofMillis(1));
    then("build").is(LOST);
  }

  @Test
  void anAcknowledgementCountsAsASignOfLife() {
    agent("a1").isOffered("build");
    passes(Duration.ofSeconds(20));
    agent("a1").acknowledges("build").starts("build");
    passes(TTL_AND_MARGIN.minusMillis(1));
    then("build").is(AttemptState.RECOVERING);
    passes(Duration.ofMillis(1));
    then("build").is(LOST);
  }

  @Test
  void noLeaseExpiresInTheFirstThirtySecondsOfService() {
    agent("a1").runs("build");
    nobodyServesFor(Duration.ofHours(1));
    then("build").is(RUNNING);
    passes(Duration.ofSeconds(30).minusMillis(1));
    then("build").is(RUNNING);
    passes(Duration.ofMillis(1));
    then("build").is(LOST);
  }

  @Test
  void noDeadlineExpiresWithoutAServingOrchestrator() {
    given(workflow(job("build").timingOutAfter(Duration.ofMinutes(1)), job("test")));
    agent("a1").runs("build");
    agent("a2").isOffered("test");
    nobodyServesFor(Duration.ofHours(1));
    then("build").is(RUNNING);
    then("test").is(LEASED);
    agent("a1").succeeds("build");
    agent("a2").acknowledges("test");
    thenReply().isAccepted();
  }

  @Test
  void messagesUnderAnEndedLeaseAreStale() {
    agent("a1").prepares("build");
    passes(TTL_AND_MARGIN);
    agent("a2").runs("build");
    agent("a1").starts("build");
    thenReply().isStale();
    agent("a1").heartbeats("build");
    thenReply().isStale();
    agent("a1").reports("build", 0, StepState.RUNNING);
    thenReply().isStale();
    agent("a1").completes("build", Outcome.FAILED, ReasonCode.USER);
    thenReply().isStale();
    agent("a1").acknowledgesTheCancelOf("build");
    thenReply().isStale();
    then("build").is(RUNNING).withSteps(StepState.PENDING);
  }

  @Test
  void aResultFromALostAgentCannotDecideTheRun() {
    agent("a1").runs("build");
    passes(TTL_AND_MARGIN);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    thenReply().isStale();
    then("build").is(LOST);
  }

  @Test
  void inRecoveringTheAttemptIsLost() {
    agent("a1").runs("build").isOutOfReach("build");
    passes(TTL_AND_MARGIN);
    then("build").is(LOST).because(ReasonCode.LOST);
    assertThat(rowsOf("build/1")).endsWith("START", "RECOVER", "LOSE");
  }

  @Test
  void inUploadingTheAttemptFails() {
    agent("a1").runs("build").uploads("build");
    passes(TTL_AND_MARGIN);
    then("build").is(AttemptState.FAILED).because(ReasonCode.LOST);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "EXPIRE");
  }

  @Test
  void sixthRequeueFailsAsInfra() {
    for (int returned = 1; returned <= 5; returned++) {
      agent("a1").prepares("build");
      passes(TTL_AND_MARGIN);
      then("build").is(QUEUED);
    }
    agent("a1").prepares("build");
    passes(TTL_AND_MARGIN);
    then("build")
        .is(AttemptState.FAILED)
        .because(ReasonCode.INFRA)
        .saying("6 agents in a row failed");
  }

  @Test
  void suspendedOrchestratorExpiresNoLeaseOfReturningAgents() {
    given(workflow(IntStream.range(0, 100).mapToObj(index -> job("job-" + index)).toList()));
    IntStream.range(0, 100).forEach(index -> agent("a1").runs("job-" + index));
    nobodyServesFor(Duration.ofHours(1));
    passes(Duration.ofSeconds(15));
    IntStream.range(0, 99).forEach(index -> agent("a1").heartbeats("job-" + index));
    passes(Duration.ofSeconds(15));
    IntStream.range(0, 99).forEach(index -> then("job-" + index).is(RUNNING));
    then("job-99").is(LOST);
  }

  @Test
  void theFenceHasTheStateOfTheLease() {
    agent("a1").runs("build");
    passes(TTL_AND_MARGIN);
    assertThat(toldTo("a1"))
        .last()
        .isEqualTo(new Effect.Fence(agent("a1").lease("build"), "a1", LeaseState.EXPIRED));
  }
}
