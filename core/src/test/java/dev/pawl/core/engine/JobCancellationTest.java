package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.lifecycle.AttemptState.UPLOADING;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelAttempt;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Cancelling one job; the jobs that need it are skipped.
class JobCancellationTest extends EngineStory {

  /// Grace period, hooks, and the margin for messages.
  private static final Duration BOUND = Duration.ofSeconds(30).plusMinutes(5).plusSeconds(15);

  @BeforeEach
  void aRun() {
    given(workflow(job("a"), job("b").needs("a"), job("other")));
  }

  @Test
  void queuedJobIsCancelledAndItsDependentsSkipped() {
    personCancels("a");
    then("a").is(CANCELLED).because(ReasonCode.USER).saying("cancelled by dev");
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs a, which was cancelled");
    then("other").is(QUEUED);
    agent("a1").does("other");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).saying("a was cancelled");
  }

  @Test
  void runningJobIsStoppedAndTheRunContinues() {
    agent("a1").runs("a");
    personCancels("a");
    then("a").is(CANCELLING);
    thenRun().is(RunState.RUNNING);
    agent("a1").acknowledgesTheCancelOf("a");
    then("a").is(CANCELLED);
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM);
    agent("a1").isOffered("other");
    thenReply().isAccepted();
  }

  @Test
  void aStartingJobIsTakenBackAtOnce() {
    agent("a1").prepares("a");
    personCancels("a");
    then("a").is(CANCELLED);
    assertThat(rowsOf("a/1#1")).containsExactly("ACK", "REVOKE");
    agent("a1").starts("a");
    thenReply().isStale();
  }

  @Test
  void aRecoveringJobIsCancelledDirectly() {
    agent("a1").runs("a").isOutOfReach("a");
    personCancels("a");
    then("a").is(CANCELLED);
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void anUploadMayFinishWithinTheBoundOfTheCancel() {
    agent("a1").runs("a").uploads("a");
    personCancels("a");
    thenReply().isAccepted();
    then("a").is(UPLOADING);
    agent("a1").succeeds("a");
    then("a").is(SUCCESS);
  }

  @Test
  void anUploadThatTakesLongerIsCutOff() {
    given(workflow(job("a").retried(1, ReasonCode.TIMEOUT), job("b").needs("a"), job("other")));
    agent("a1").runs("a").uploads("a");
    personCancels("a");
    agent("a1").keepsBeatingFor(BOUND.minusSeconds(1), "a");
    personCancels("a");
    thenReply().isRefused(Refusal.Code.ALREADY_CANCELLING);
    then("a").is(UPLOADING);
    agent("a1").keepsBeatingFor(Duration.ofSeconds(1), "a");
    then("a").is(FAILED).inTheWords("the upload was stopped before its end").asAttempt(1);
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM);
  }

  @Test
  void forceCutsAnUploadOffAtOnce() {
    agent("a1").runs("a").uploads("a");
    personForces("a");
    then("a").is(FAILED).inTheWords("the upload was stopped before its end");
  }

  @Test
  void secondCancelIsRefusedButForceIsNot() {
    agent("a1").runs("a");
    personCancels("a");
    personCancels("a");
    thenReply()
        .isRefused(Refusal.Code.ALREADY_CANCELLING)
        .inTheWords("job 'a' is being cancelled already");
    then("a").is(CANCELLING);
    personForces("a");
    then("a").is(CANCELLED);
    assertThat(rowsOf("a/1")).endsWith("CANCEL_GRACEFUL", "CANCEL_FORCE");
  }

  @Test
  void forceTakesARunningJobBackAtOnce() {
    agent("a1").runs("a");
    personForces("a");
    then("a").is(CANCELLED);
    then("b").is(SKIPPED);
    agent("a1").succeeds("a");
    thenReply().isStale();
  }

  @Test
  void cancelOfEndedOrUnknownJobIsRefused() {
    agent("a1").does("a");
    personCancels("a");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED).inTheWords("job 'a' has ended: success");
    isAsked(
        new CancelAttempt(new AttemptRef(0, 1), Actor.POLICY, false, ReasonCode.SUPERSEDED, "why"));
    thenReply().isLate();
    isAsked(
        new CancelAttempt(
            new AttemptRef(0, 2), Actor.person("dev"), false, ReasonCode.USER, "why"));
    thenReply().isRefused(Refusal.Code.UNKNOWN);
  }

  @Test
  void jobInBackoffCanBeCancelled() {
    given(workflow(job("a").retried(1, ReasonCode.USER), job("other")));
    agent("a1").runs("a").fails("a");
    then("a").is(WAITING);
    personCancels("a");
    then("a").is(CANCELLED).asAttempt(2);
    passes(Duration.ofMinutes(10));
    then("a").is(CANCELLED);
  }

  @Test
  void theOthersAreNotTouched() {
    agent("a1").runs("a").runs("other");
    personCancels("a");
    then("other").is(RUNNING);
  }

  @Test
  void lostAgentDoesNotChangeTheReasonOfACancel() {
    agent("a1").runs("a");
    personCancels("a");
    passes(Duration.ofSeconds(130));
    then("a").is(CANCELLED).because(ReasonCode.USER).saying("cancelled by dev");
  }
}
