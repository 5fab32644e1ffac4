package dev.pawl.core.step;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.optional;
import static dev.pawl.core.engine.story.StoryPlan.step;
import static dev.pawl.core.engine.story.StoryPlan.triedAgain;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.StepPolicy;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Step reports, and their effect on the attempt.
class StepReportsTest extends EngineStory {

  @BeforeEach
  void aRun() {
    given(workflow(job("build").withSteps(3)));
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
  void aSuccessOverAFailedStepFailsTheJob() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.FAILED);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).because(ReasonCode.INFRA).saying("not all steps succeeded");
    thenRun().is(RunState.FAILED);
  }

  @Test
  void successWithAStepThatNeverRanFails() {
    agent("a1").runs("build").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).because(ReasonCode.INFRA);
  }

  @Test
  void aSuccessBeforeTheStartFailsTheJob() {
    agent("a1").prepares("build").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).because(ReasonCode.INFRA);
  }

  @Test
  void aJobMayFailBeforeItStarts() {
    agent("a1").prepares("build").completes("build", Outcome.FAILED, ReasonCode.STARTUP);
    then("build").is(FAILED).because(ReasonCode.STARTUP);
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

  @Test
  void aStepThatMayFailDoesNotFailItsJob() {
    given(workflow(job("build").withSteps(optional(), step())));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.FAILED);
    agent("a1").reports("build", 1, StepState.RUNNING).reports("build", 1, StepState.SUCCESS);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(SUCCESS).withSteps(StepState.FAILED, StepState.SUCCESS);
  }

  @Test
  void stepWithFalseConditionIsSkipped() {
    given(workflow(job("build")));
    agent("a1").runs("build").reports("build", 0, StepState.SKIPPED);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(SUCCESS).withSteps(StepState.SKIPPED);
  }

  @Test
  void aStepIsTriedAgainInPlace() {
    given(workflow(job("build").withSteps(triedAgain(2))));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RETRYING).reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RETRYING).reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.SUCCESS);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    assertThat(rowsOf("build/1/0"))
        .containsExactly("START", "RETRY", "START", "RETRY", "START", "SUCCEED");
    then("build").is(SUCCESS).asAttempt(1);
  }

  @Test
  void stepRetriesAreLimited() {
    given(workflow(job("build").withSteps(triedAgain(1))));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RETRYING).reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RETRYING);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    given(workflow(job("build")));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RETRYING);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void retryingStepEndsWithItsAttempt() {
    given(workflow(job("build").withSteps(triedAgain(2))));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    agent("a1").reports("build", 0, StepState.RETRYING);
    passes(Duration.ofSeconds(130));
    then("build").is(LOST).withSteps(StepState.CANCELLED);
  }

  @Test
  void stepBackoffDoublesFromOneSecondToThirty() {
    for (int tries = 1; tries <= 10; tries++) {
      Duration middle = Duration.ofSeconds(Math.min(30, 1L << (tries - 1)));
      assertThat(StepPolicy.BACKOFF.after(tries, "run-1/build/0"))
          .isBetween(middle.multipliedBy(8).dividedBy(10), middle.multipliedBy(12).dividedBy(10))
          .isLessThanOrEqualTo(Duration.ofSeconds(30));
    }
  }

  @Test
  void aStepThatWasKilledSaysSo() {
    given(workflow(job("build")));
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    personCancels();
    agent("a1").reports("build", 0, StepState.CANCELLING);
    var killed = new StepEnd(137, StepEnd.Ender.KILLED, "killed");
    agent("a1").reports("build", 0, StepState.CANCELLED, killed);
    assertThat(rowsOf("build/1/0")).containsExactly("START", "CANCEL_GRACEFUL", "CANCEL_FORCE");
  }

  @Test
  void noStepIsAcceptedBeforeTheStart() {
    given(workflow(job("build")));
    agent("a1").prepares("build").reports("build", 0, StepState.RUNNING);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    isAsked(
        new ReportStep(
            agent("a1").lease("build"),
            Actor.agent("a1"),
            0,
            StepType.CLEANUP,
            "",
            StepState.RUNNING,
            StepEnd.NEVER_RAN,
            ReasonCode.PROGRESS));
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }
}
