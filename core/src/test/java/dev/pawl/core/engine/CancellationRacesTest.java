package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.lifecycle.AttemptState.UPLOADING;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Messages that cross a cancel, and cancels in every state.
class CancellationRacesTest extends EngineStory {

  private static final Duration GRACE = Duration.ofSeconds(7);
  private static final Duration BOUND = GRACE.plusMinutes(5).plusSeconds(15);

  @BeforeEach
  void aRun() {
    given(workflow(job("build").withGrace(GRACE).withSteps(2), job("test").needs("build")));
  }

  @Test
  void aLateSuccessAfterTheCancelWasAcknowledgedIsStale() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").acknowledgesTheCancelOf("build").succeeds("build");
    thenReply().isStale();
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void aSecondGracefulCancelDoesNotMoveTheDeadline() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").keepsBeatingFor(Duration.ofMinutes(5), "build");
    personCancels();
    thenReply().isRefused(Refusal.Code.ALREADY_CANCELLING);
    passes(BOUND.minusMinutes(5));
    then("build").is(CANCELLED);
  }

  @Test
  void forceIsItsOwnVerbAndRevokesTheLease() {
    agent("a1").runs("build");
    personForces();
    assertThat(rowsOf("build/1")).endsWith("START", "CANCEL");
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "REVOKE");
    assertThat(toldTo("a1").getLast())
        .isInstanceOfSatisfying(
            Effect.CancelJob.class,
            cancel -> {
              assertThat(cancel.force()).isTrue();
              assertThat(cancel.bound()).isZero();
            });
  }

  @Test
  void anAgentLostWhileCancellingDoesNotKeepTheRun() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").isOutOfReach("build");
    thenReply().isLate();
    passes(Duration.ofSeconds(130));
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void anAgentThatRestartsWhileCancellingEndsTheCancel() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").loses("build");
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void cancelledRunEndsWithoutAnyAgent() {
    given(wholeRun(job("a"), job("b"), job("c")).withHooks(Hook.of(StepType.CLEANUP, "tidy")));
    agent("a1").runs("a");
    agent("a2").runs("b").uploads("b");
    agent("a3").runs("c").isOutOfReach("c");
    personCancels();
    passes(Duration.ofSeconds(130));
    passes(Duration.ofMinutes(6));
    thenRun().is(RunState.FAILED).inTheWords("cancelled (cleanup hook failed: no agent)");
    thenNothingIsLeftOpen();
  }

  @Test
  void recoveringAttemptIsCancelledAndItsAgentFencedLater() {
    given(workflow(job("build"), job("other")));
    agent("a1").runs("build").isOutOfReach("build");
    agent("a2").runs("other");
    personCancels();
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLING);
    assertThat(toldTo("a1").getLast())
        .isEqualTo(new Effect.Fence(agent("a1").lease("build"), "a1", LeaseState.REVOKED));
    agent("a1").heartbeats("build");
    thenReply().isStale();
  }

  @Test
  void recoveringRunStartsAndCancelsInOneCommit() {
    agent("a1").runs("build").isOutOfReach("build");
    thenRun().is(RunState.RECOVERING);
    personCancels();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
    assertThat(rowsOf("run-1")).endsWith("RECOVER", "START", "CANCEL_GRACEFUL", "COMPLETE");
  }

  @Test
  void uploadMayFinishWithinTheCancelsLimit() {
    agent("a1").runs("build").finishesSteps("build").uploads("build");
    personCancels();
    then("build").is(UPLOADING);
    thenRun().is(RunState.CANCELLING);
    agent("a1").keepsBeatingFor(BOUND.minusMillis(1), "build");
    then("build").is(UPLOADING);
    agent("a1").completesUpload("build");
    then("build").is(SUCCESS);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void uploadIsCutOffAtTheCancelsLimit() {
    agent("a1").runs("build").uploads("build");
    personCancels();
    agent("a1").keepsBeatingFor(BOUND, "build");
    then("build").is(FAILED).inTheWords("the upload was stopped before its end");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void cancelDoesNotExtendAnUpload() {
    agent("a1").runs("build").uploads("build");
    agent("a1").keepsBeatingFor(Duration.ofMinutes(9), "build");
    personCancels();
    agent("a1").keepsBeatingFor(Duration.ofMinutes(1), "build");
    then("build").is(FAILED).inTheWords("the upload was stopped before its end");
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void forceWhileUploadingCutsItOffAtOnce() {
    agent("a1").runs("build").uploads("build");
    personForces();
    then("build").is(FAILED).inTheWords("the upload was stopped before its end");
    thenRun().is(RunState.CANCELLED);
    agent("a1").completesUpload("build");
    thenReply().isStale();
  }

  @Test
  void forcedRunTimeoutEndsTimedOut() {
    given(wholeRun(job("build")).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("build").keepsBeatingFor(Duration.ofMinutes(1), "build");
    personForces();
    thenRun().is(RunState.TIMED_OUT);
    then("build").is(CANCELLED);
  }

  @Test
  void aPersonsCancelAfterARunTimeOutIsRefused() {
    given(wholeRun(job("build")).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("build").keepsBeatingFor(Duration.ofMinutes(1), "build");
    personCancels();
    thenReply().isRefused(Refusal.Code.ALREADY_CANCELLING);
    agent("a1").acknowledgesTheCancelOf("build");
    thenRun().is(RunState.TIMED_OUT);
  }

  @Test
  void nothingIsRetriedAfterACancel() {
    given(workflow(job("a").retried(3, ReasonCode.LOST, ReasonCode.USER), job("b")));
    agent("a1").runs("a").uploads("a");
    personCancels();
    passes(Duration.ofSeconds(130));
    then("a").is(FAILED).asAttempt(1);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void retryTimerAfterACancelStartsNothing() {
    given(workflow(job("a").retried(1, ReasonCode.USER), job("b")));
    agent("a1").runs("b").runs("a").fails("a");
    then("a").is(WAITING).asAttempt(2);
    personCancels();
    then("a").is(CANCELLED).asAttempt(2);
    agent("a1").keepsBeatingFor(Duration.ofMinutes(1), "b");
    then("a").is(CANCELLED);
    agent("a1").acknowledgesTheCancelOf("b");
    thenRun().is(RunState.CANCELLED);
  }
}
