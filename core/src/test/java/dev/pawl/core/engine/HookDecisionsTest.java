package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.step.StepType.AFTER_STEP;
import static dev.pawl.core.step.StepType.BEFORE_STEP;
import static dev.pawl.core.step.StepType.CLEANUP;
import static dev.pawl.core.step.StepType.ON_CANCEL;
import static dev.pawl.core.step.StepType.ON_FAILURE;
import static dev.pawl.core.step.StepType.ON_SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.Step;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Hooks of a job and of its steps.
class HookDecisionsTest extends EngineStory {

  @BeforeEach
  void aRunWithAJobAtWork() {
    given(workflow(job("build").withHooks(Hook.of(ON_CANCEL, "undo"), Hook.of(CLEANUP, "tidy"))));
    agent("a1").runs("build");
  }

  private static Hook taking(StepType type, Duration timeout) {
    return new Hook(type, "tidy", Optional.of(timeout));
  }

  private void stepSucceeds() {
    agent("a1").reports("build", 0, StepState.RUNNING).reports("build", 0, StepState.SUCCESS);
  }

  @Test
  void eachHookIsAStepInOrderOfExecution() {
    agent("a1").hookSucceeds("build", BEFORE_STEP);
    stepSucceeds();
    agent("a1").hookSucceeds("build", AFTER_STEP).hookSucceeds("build", ON_SUCCESS);
    agent("a1").hookSucceeds("build", CLEANUP);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(SUCCESS);
    assertThat(((Attempt.Ended) run().job(0).attempt()).steps())
        .extracting(Step::type)
        .containsExactly(StepType.STEP, BEFORE_STEP, AFTER_STEP, ON_SUCCESS, CLEANUP);
    assertThat(rowsOf("build/1/4")).containsExactly("START", "SUCCEED");
  }

  @Test
  void everyTypeOfStepHasItsNameOnTheWire() {
    assertThat(List.of(StepType.values()))
        .extracting(StepType::wireName)
        .containsExactlyInAnyOrder(
            "step",
            "hook:onCancel",
            "hook:cleanup",
            "hook:onSuccess",
            "hook:onFailure",
            "hook:beforeStep",
            "hook:afterStep");
  }

  @Test
  void hookFollowsTheLastStepWithoutGap() {
    agent("a1").reports("build", 1, StepState.RUNNING);
    thenReply().isRefused(Refusal.Code.UNKNOWN);
    agent("a1").hookSucceeds("build", CLEANUP);
    then("build").withSteps(StepState.PENDING, StepState.SUCCESS);
  }

  @Test
  void endlessHookReportsAreRejected() {
    for (int hook = 0; hook < 12; hook++) {
      agent("a1").hookSucceeds("build", AFTER_STEP);
      thenReply().isAccepted();
    }
    agent("a1").hookSucceeds("build", AFTER_STEP);
    thenReply().isRefused(Refusal.Code.UNKNOWN);
  }

  @Test
  void failedHookFailsASuccessfulJob() {
    stepSucceeds();
    agent("a1").hookFails("build", AFTER_STEP);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build")
        .is(FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("success (afterStep hook failed: exit code 1)");
    thenRun().is(RunState.FAILED).because(ReasonCode.HOOK);
  }

  @Test
  void timedOutOnCancelHookFailsACancelledJob() {
    personCancels();
    agent("a1").hookTimesOut("build", ON_CANCEL).acknowledgesTheCancelOf("build");
    then("build")
        .is(FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("cancelled (onCancel hook failed: timed out after 5m)");
  }

  @Test
  void failedJobKeepsItsClassAndNamesTheHook() {
    agent("a1").reports("build", 0, StepState.RUNNING).reports("build", 0, StepState.FAILED);
    agent("a1").hookFails("build", ON_FAILURE);
    agent("a1").completes("build", Outcome.FAILED, ReasonCode.TEST);
    then("build")
        .is(FAILED)
        .because(ReasonCode.TEST)
        .inTheWords("as the agent says (onFailure hook failed: exit code 1)");
  }

  @Test
  void cleanupRunsAfterAFailedOnCancel() {
    personCancels();
    agent("a1").hookFails("build", ON_CANCEL).hookSucceeds("build", CLEANUP);
    thenReply().isAccepted();
    agent("a1").acknowledgesTheCancelOf("build");
    then("build")
        .is(FAILED)
        .withSteps(StepState.CANCELLED, StepState.FAILED, StepState.SUCCESS)
        .inTheWords("cancelled (onCancel hook failed: exit code 1)");
  }

  @Test
  void firstFailedHookIsNamed() {
    personCancels();
    agent("a1").hookTimesOut("build", ON_CANCEL).hookFails("build", CLEANUP);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(FAILED).saying("onCancel hook failed");
  }

  @Test
  void forceDuringCleanupEndsItAtOnce() {
    personCancels();
    agent("a1").hookSucceeds("build", ON_CANCEL).beginsHook("build", CLEANUP);
    personForces();
    then("build").is(CANCELLED);
    then("build").withSteps(StepState.CANCELLED, StepState.SUCCESS, StepState.CANCELLED);
    thenRun().is(RunState.CANCELLED);
    assertThat(toldTo("a1").getLast())
        .isInstanceOfSatisfying(
            Effect.CancelJob.class, cancel -> assertThat(cancel.force()).isTrue());
    agent("a1").endsHook("build", 2, CLEANUP, StepState.SUCCESS, StepEnd.NEVER_RAN);
    thenReply().isStale();
  }

  @Test
  void hooksAreObserversTheyDoNotChangeWhatFollows() {
    agent("a1").hookFails("build", BEFORE_STEP);
    then("build").is(RUNNING);
    stepSucceeds();
    thenReply().isAccepted();
    then("build").is(RUNNING).withSteps(StepState.SUCCESS, StepState.FAILED);
  }

  @Test
  void aHookThatWasStoppedSaysByWhom() {
    personCancels();
    var killed = new StepEnd(137, StepEnd.Ender.KILLED, "killed: out of memory");
    agent("a1").runsHook("build", CLEANUP, StepState.FAILED, killed);
    agent("a1").acknowledgesTheCancelOf("build");
    then("build").inTheWords("cancelled (cleanup hook failed: killed: out of memory)");
  }

  @Test
  void hooksHaveFiveMinutesInAll() {
    assertThat(Hook.budget(List.of())).isEqualTo(Duration.ofMinutes(5));
    assertThat(Hook.budget(List.of(Hook.of(CLEANUP, "a"), Hook.of(ON_CANCEL, "b"))))
        .isEqualTo(Duration.ofMinutes(5));
    assertThat(Hook.of(CLEANUP, "a").bound()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void explicitHookTimeoutsAddUpToHalfAnHour() {
    assertThat(Hook.budget(List.of(taking(CLEANUP, Duration.ofMinutes(2)))))
        .isEqualTo(Duration.ofMinutes(5));
    Hook ten = taking(CLEANUP, Duration.ofMinutes(10));
    assertThat(Hook.budget(List.of(ten, taking(ON_CANCEL, Duration.ofMinutes(2)))))
        .isEqualTo(Duration.ofMinutes(12));
    assertThat(Hook.budget(List.of(ten, ten, ten, ten))).isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void hooksAroundStepsCountAgainstTheJobTimeout() {
    assertThat(Hook.budget(List.of(taking(BEFORE_STEP, Duration.ofMinutes(10)))))
        .isEqualTo(Duration.ofMinutes(5));
    assertThat(Hook.budget(List.of(taking(AFTER_STEP, Duration.ofMinutes(10)))))
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void cancelDeadlineIncludesHookTimeouts() {
    given(workflow(job("build").withHooks(taking(CLEANUP, Duration.ofMinutes(20)))));
    agent("a1").runs("build");
    personCancels();
    Duration bound = Duration.ofSeconds(30).plusMinutes(20).plusSeconds(15);
    agent("a1").keepsBeatingFor(bound.minusMillis(1), "build");
    then("build").is(CANCELLING);
    passes(Duration.ofMillis(1));
    then("build").is(CANCELLED).saying("did not stop it in time");
  }

  @Test
  void hookFailureBeforeTheCancelDoesNotCount() {
    given(workflow(job("lint"), job("build")));
    agent("a1").runs("build").runs("lint");
    agent("a1").reports("lint", 0, StepState.RUNNING);
    agent("a1").reports("lint", 0, StepState.SUCCESS, new StepEnd(0, StepEnd.Ender.PROCESS, ""));
    agent("a1")
        .runsHook(
            "lint", StepType.CLEANUP, StepState.FAILED, new StepEnd(1, StepEnd.Ender.PROCESS, ""))
        .completes("lint", Outcome.SUCCESS, ReasonCode.OK);
    passes(Duration.ofSeconds(1));
    personCancels();
    agent("a1").acknowledgesTheCancelOf("build");
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void aCancelledJobIsNotRetriedForItsHooksSake() {
    given(workflow(job("build").retried(2, ReasonCode.HOOK), job("other")));
    agent("a1").runs("other").runs("build");
    personCancels("build");
    agent("a1")
        .runsHook(
            "build",
            StepType.ON_CANCEL,
            StepState.FAILED,
            new StepEnd(1, StepEnd.Ender.PROCESS, ""))
        .acknowledgesTheCancelOf("build");
    then("build").is(AttemptState.FAILED).asAttempt(1);
  }
}
