package dev.pawl.core.engine;

import static dev.pawl.core.engine.Workflow.job;
import static dev.pawl.core.engine.Workflow.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.lifecycle.AttemptState.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Steps, results and time-outs of a job that runs.
class ExecutingTest extends Story {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration BACKSTOP =
      LIMIT.plus(GRACE).plus(Duration.ofMinutes(5)).plusSeconds(15);

  @BeforeEach
  void aRun() {
    given(workflow(job("build").withSteps(3).timingOutAfter(LIMIT).withGrace(GRACE)));
  }

  @Test
  void stepsGoAsTheAgentSays() {
    agent("a1").runs("build");
    then("build").withSteps(StepState.PENDING, StepState.PENDING, StepState.PENDING);
    agent("a1").reports("build", 0, StepState.RUNNING);
    then("build").withSteps(StepState.RUNNING, StepState.PENDING, StepState.PENDING);
    agent("a1").reports("build", 0, StepState.SUCCESS).reports("build", 1, StepState.SKIPPED);
    then("build").withSteps(StepState.SUCCESS, StepState.SKIPPED, StepState.PENDING);
  }

  @Test
  void aStepReportThatIsOldOrImpossibleMovesNothing() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RUNNING);
    thenReply().isLate();
    agent("a1").reports("build", 1, StepState.SUCCESS);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").reports("build", 3, StepState.RUNNING);
    thenReply().isRefused(Refusal.Code.UNKNOWN);
    agent("a1").reports("build", -1, StepState.RUNNING);
    thenReply().isRefused(Refusal.Code.UNKNOWN);
    agent("a1").reports("build", 0, StepState.SUCCESS).reports("build", 0, StepState.FAILED);
    thenReply().isLate();
    then("build").withSteps(StepState.SUCCESS, StepState.PENDING, StepState.PENDING);
  }

  @Test
  void aJobWhoseStepsWentWellSucceeds() {
    agent("a1").does("build");
    then("build").is(SUCCESS).because(ReasonCode.OK);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "COMPLETE");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void theCommitThatEndsAnAttemptEndsItsSteps() {
    agent("a1").runs("build").reports("build", 0, StepState.SUCCESS);
    agent("a1").reports("build", 0, StepState.RUNNING).reports("build", 0, StepState.SUCCESS);
    agent("a1").reports("build", 1, StepState.RUNNING);
    agent("a1").completes("build", Outcome.FAILED, ReasonCode.USER);
    then("build").is(FAILED).withSteps(StepState.SUCCESS, StepState.FAILED, StepState.CANCELLED);
  }

  @Test
  void aSuccessOverAFailedStepIsNotBelieved() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.FAILED);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).because(ReasonCode.INFRA).saying("did not succeed");
    thenRun().is(RunState.FAILED);
  }

  @Test
  void aSuccessOverAStepThatNeverRanIsNotBelieved() {
    agent("a1").runs("build").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).because(ReasonCode.INFRA);
  }

  @Test
  void aSuccessBeforeTheStartIsNotBelieved() {
    agent("a1").prepares("build").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).because(ReasonCode.INFRA);
  }

  @Test
  void aJobMayFailBeforeItStarts() {
    agent("a1").prepares("build").completes("build", Outcome.FAILED, ReasonCode.STARTUP);
    then("build").is(FAILED).because(ReasonCode.STARTUP);
  }

  @Test
  void aTimeOutIsTheAgentsToReport() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").completes("build", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    then("build").is(TIMED_OUT).because(ReasonCode.TIMEOUT);
    then("build").withSteps(StepState.FAILED, StepState.CANCELLED, StepState.CANCELLED);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "COMPLETE");
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT);
  }

  @Test
  void theOrchestratorIsTheBackstopOfTheTimeOut() {
    agent("a1").runs("build");
    agent("a1").keepsBeatingFor(BACKSTOP.minusMillis(1), "build");
    then("build").is(RUNNING);
    passes(Duration.ofMillis(1));
    then("build").is(TIMED_OUT).because(ReasonCode.TIMEOUT);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "REVOKE");
    assertThat(toldTo("a1").getLast()).isInstanceOf(Effect.Fence.class);
  }

  @Test
  void theTimeOutGoesOnThroughARecovery() {
    agent("a1").runs("build");
    agent("a1").keepsBeatingFor(BACKSTOP.minusSeconds(60), "build");
    passes(Duration.ofSeconds(46));
    then("build").is(AttemptState.RECOVERING);
    agent("a1").heartbeats("build");
    then("build").is(RUNNING);
    passes(Duration.ofSeconds(14));
    then("build").is(TIMED_OUT);
  }

  @Test
  void aStartTwiceIsRefused() {
    agent("a1").runs("build").starts("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void aJobWithoutStepsCanSucceed() {
    given(workflow(job("nothing").withSteps(0)));
    agent("a1").does("nothing");
    thenRun().is(RunState.SUCCESS);
  }
}
