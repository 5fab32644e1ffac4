package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RECOVERING;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// An agent that cannot be reached keeps its lease and may reconnect.
class AgentRecoveryTest extends EngineStory {

  private static final Duration LEASE = Duration.ofSeconds(130);

  @BeforeEach
  void aRunWithAnAgentAtWork() {
    given(workflow(job("build"), job("test").needs("build")));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
  }

  @Test
  void aLostSocketMakesARunningAttemptRecover() {
    agent("a1").isOutOfReach("build");
    then("build").is(RECOVERING).because(ReasonCode.AGENT_RECONNECT);
    thenRun().is(RunState.RECOVERING);
  }

  @Test
  void twoMissedHeartbeatsMakeARunningAttemptRecover() {
    passes(Duration.ofSeconds(45).minusMillis(1));
    then("build").is(RUNNING);
    passes(Duration.ofMillis(1));
    then("build").is(RECOVERING);
  }

  @Test
  void theLeaseRunsOnFromTheLastSignOfLife() {
    passes(Duration.ofSeconds(20));
    agent("a1").heartbeats("build");
    passes(Duration.ofSeconds(60));
    agent("a1").isOutOfReach("build");
    passes(LEASE.minusSeconds(60).minusMillis(1));
    then("build").is(RECOVERING);
    passes(Duration.ofMillis(1));
    then("build").is(LOST);
  }

  @Test
  void anAgentThatComesBackGoesOnWhereItWas() {
    agent("a1").isOutOfReach("build").heartbeats("build");
    then("build").is(RUNNING).withSteps(StepState.RUNNING);
    thenRun().is(RunState.RUNNING);
    agent("a1").reports("build", 0, StepState.SUCCESS);
    agent("a1").completes("build", EngineCommand.Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(SUCCESS).asAttempt(1);
    assertThat(rowsOf("build/1")).containsSubsequence("START", "RECOVER", "START", "SUCCEED");
  }

  @Test
  void aSuccessIsAComeback() {
    agent("a1").reports("build", 0, StepState.SUCCESS).isOutOfReach("build");
    agent("a1").completes("build", EngineCommand.Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(SUCCESS);
    assertThat(rowsOf("build/1")).endsWith("RECOVER", "START", "SUCCEED");
  }

  @Test
  void aFailureNeedsNoComeback() {
    agent("a1")
        .isOutOfReach("build")
        .completes("build", EngineCommand.Outcome.FAILED, ReasonCode.TEST);
    then("build").is(FAILED).because(ReasonCode.TEST);
    assertThat(rowsOf("build/1")).endsWith("RECOVER", "FAIL");
  }

  @Test
  void runTimeoutDuringRecoveryEndsTheRun() {
    given(wholeRun(job("build")).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("build").isOutOfReach("build");
    thenRun().is(RunState.RECOVERING);
    passes(Duration.ofMinutes(1));
    then("build").is(CANCELLED).because(ReasonCode.TIMEOUT);
    thenRun().is(RunState.TIMED_OUT).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aStepReportIsAComeback() {
    agent("a1").isOutOfReach("build").reports("build", 0, StepState.SUCCESS);
    then("build").is(RUNNING).withSteps(StepState.SUCCESS);
  }

  @Test
  void aComebackIsASignOfLife() {
    agent("a1").isOutOfReach("build");
    passes(LEASE.minusSeconds(1));
    agent("a1").starts("build");
    thenReply().isAccepted();
    then("build").is(RUNNING);
    passes(Duration.ofSeconds(2));
    then("build").is(RUNNING);
  }

  @Test
  void aSecondLostSocketWhileItRecoversIsLate() {
    agent("a1").isOutOfReach("build").isOutOfReach("build");
    thenReply().isLate();
    then("build").is(RECOVERING);
  }

  @Test
  void lateAgentLearnsThatItsLeaseIsStale() {
    passes(LEASE);
    then("build").is(LOST);
    assertThat(toldTo("a1"))
        .last()
        .isInstanceOfSatisfying(
            Effect.Fence.class, fence -> assertThat(fence.end()).isEqualTo(LeaseState.EXPIRED));
    agent("a1").heartbeats("build");
    thenReply().isStale();
    agent("a1").succeeds("build");
    thenReply().isStale();
    then("build").is(LOST);
  }

  @Test
  void whetherThereIsAnotherAttemptIsTheRetryPolicysDecision() {
    passes(LEASE);
    then("build").is(LOST).asAttempt(1);
    given(workflow(job("build").retriedByDefault()));
    agent("a1").runs("build");
    passes(LEASE);
    then("build").is(WAITING).because(ReasonCode.BACKOFF).asAttempt(2);
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void lostDeploymentIsNotRetried() {
    given(workflow(job("deploy").retriedByDefault().deployingSomewhere()));
    agent("a1").runs("deploy");
    passes(LEASE);
    then("deploy").is(LOST).asAttempt(1);
    thenRun().is(RunState.FAILED);
  }

  @Test
  void theCommitThatLosesAnAttemptEndsItsSteps() {
    passes(LEASE);
    then("build").is(LOST).withSteps(StepState.CANCELLED);
  }

  @Test
  void restartedAgentReportsTheLoss() {
    agent("a1").loses("build");
    then("build").is(LOST).because(ReasonCode.LOST).saying("the agent restarted");
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "REVOKE");
    assertThat(rowsOf("build/1")).endsWith("START", "RECOVER", "LOSE");
  }

  @Test
  void restartedUnreachableAgentReportsTheLoss() {
    agent("a1").isOutOfReach("build").loses("build");
    then("build").is(LOST);
    assertThat(rowsOf("build/1")).endsWith("START", "RECOVER", "LOSE");
  }

  @Test
  void agentRestartBeforeStartRequeuesTheJob() {
    given(workflow(job("build")));
    agent("a1").prepares("build").loses("build");
    then("build").is(QUEUED).asAttempt(1);
  }

  @Test
  void anOrchestratorThatRestartsFindsEveryDeadlineInTheStore() {
    passes(Duration.ofSeconds(10));
    var after = new Engine(Deadlines.DEFAULT).nextDue(run());
    assertThat(after).isPresent().isEqualTo(world().nextDue());
  }
}
