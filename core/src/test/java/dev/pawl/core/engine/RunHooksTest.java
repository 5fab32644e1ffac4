package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.plan.PlannedJob.HOOKS;
import static dev.pawl.core.step.StepType.CLEANUP;
import static dev.pawl.core.step.StepType.ON_CANCEL;
import static dev.pawl.core.step.StepType.ON_FAILURE;
import static dev.pawl.core.step.StepType.ON_SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.RunSpec;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Hooks of the workflow, as a last job when the run has ended.
class RunHooksTest extends EngineStory {

  private static final Duration BOUND = Duration.ofSeconds(30).plusMinutes(5).plusSeconds(15);

  private static RunSpec hooked() {
    return wholeRun(job("a").runsOn("linux", "big"), job("b").needs("a"))
        .withHooks(
            Hook.of(CLEANUP, "tidy"),
            Hook.of(ON_SUCCESS, "cheer"),
            Hook.of(ON_FAILURE, "alert"),
            Hook.of(ON_CANCEL, "undo"));
  }

  @BeforeEach
  void aRun() {
    given(hooked());
  }

  private void thenItsHooksAre(StepType... types) {
    assertThat(run().job(HOOKS).orElseThrow().planned().policy().hooks())
        .extracting(Hook::type)
        .containsExactly(types);
  }

  @Test
  void onSuccessAndCleanupRunAfterSuccess() {
    agent("a1").does("a").does("b");
    thenRun().is(RunState.RUNNING);
    then(HOOKS).is(QUEUED);
    thenItsHooksAre(ON_SUCCESS, CLEANUP);
    agent("a1").does(HOOKS);
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void onFailureAndCleanupRunAfterAFailure() {
    agent("a1").runs("a").fails("a");
    thenItsHooksAre(ON_FAILURE, CLEANUP);
    agent("a1").does(HOOKS);
    thenRun().is(RunState.FAILED).saying("a failed");
  }

  @Test
  void onCancelAndCleanupRunAfterACancel() {
    agent("a1").runs("a");
    personCancels();
    agent("a1").acknowledgesTheCancelOf("a");
    thenRun().is(RunState.CANCELLING);
    thenItsHooksAre(ON_CANCEL, CLEANUP);
    agent("a1").does(HOOKS);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void onCancelRunsAfterOneJobWasCancelled() {
    agent("a1").does("a");
    personCancels("b");
    thenItsHooksAre(ON_CANCEL, CLEANUP);
    agent("a1").does(HOOKS);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void onFailureAndCleanupRunAfterARunTimeout() {
    given(hooked().timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofMinutes(1), "a");
    agent("a1").acknowledgesTheCancelOf("a");
    thenItsHooksAre(ON_FAILURE, CLEANUP);
    agent("a1").does(HOOKS);
    thenRun().is(RunState.TIMED_OUT);
  }

  @Test
  void hooksRunWithTheFirstJobsLabels() {
    agent("a1").does("a").does("b");
    assertThat(run().job(HOOKS).orElseThrow().planned().runsOn()).containsExactly("linux", "big");
  }

  @Test
  void hooksRunWithTheWorkflowsLabels() {
    given(hooked().hooksOn("small"));
    agent("a1").does("a").does("b");
    assertThat(run().job(HOOKS).orElseThrow().planned().runsOn()).containsExactly("small");
  }

  @Test
  void thereAreNoneIfNoJobEverStarted() {
    agent("a1").prepares("a");
    personCancels();
    thenRun().is(RunState.CANCELLED);
    assertThat(run().job(HOOKS)).isEmpty();
  }

  @Test
  void thereAreNoneAfterForce() {
    agent("a1").runs("a");
    personForces();
    thenRun().is(RunState.CANCELLED);
    assertThat(run().job(HOOKS)).isEmpty();
  }

  @Test
  void theirLeaseIsTheOnlyNewOneAfterACancel() {
    agent("a1").does("a");
    personCancels();
    then("b").is(CANCELLED);
    thenRun().is(RunState.CANCELLING);
    agent("a1").isOffered(HOOKS);
    thenReply().isAccepted();
  }

  @Test
  void runFailsIfItsHooksGetNoAgent() {
    agent("a1").does("a").does("b");
    passes(BOUND.minusMillis(1));
    then(HOOKS).is(QUEUED);
    passes(Duration.ofMillis(1));
    then(HOOKS).is(FAILED).because(ReasonCode.NO_AGENT);
    thenRun()
        .is(RunState.FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("success (cleanup hook failed: no agent)");
  }

  @Test
  void cancelledRunFailsIfItsHooksGetNoAgent() {
    agent("a1").does("a");
    personCancels();
    passes(BOUND);
    thenRun().is(RunState.FAILED).inTheWords("cancelled (cleanup hook failed: no agent)");
  }

  @Test
  void failedRunAlsoNamesTheHookWithoutAgent() {
    agent("a1").runs("a").fails("a");
    passes(BOUND);
    thenRun().is(RunState.FAILED).inTheWords("failed (cleanup hook failed: no agent)");
  }

  @Test
  void aHookOfTheRunThatFailsIsNamed() {
    agent("a1").does("a").does("b").runs(HOOKS).hookFails(HOOKS, ON_SUCCESS);
    agent("a1").hookSucceeds(HOOKS, CLEANUP).completes(HOOKS, Outcome.SUCCESS, ReasonCode.OK);
    thenRun()
        .is(RunState.FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("success (onSuccess hook failed: exit code 1)");
  }

  @Test
  void aHookOfACancelledRunThatFailsIsNamed() {
    agent("a1").does("a");
    personCancels();
    agent("a1").runs(HOOKS).hookTimesOut(HOOKS, ON_CANCEL);
    agent("a1").completes(HOOKS, Outcome.SUCCESS, ReasonCode.OK);
    thenRun()
        .is(RunState.FAILED)
        .inTheWords("cancelled (onCancel hook failed: timed out after 5m)");
  }

  @Test
  void cancellingQueuedHooksFailsTheRun() {
    agent("a1").does("a").does("b");
    personCancels(HOOKS);
    thenRun()
        .is(RunState.FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("success (cleanup hook failed: cancelled by dev)");
  }

  @Test
  void cancellingRunningHooksFailsTheRun() {
    agent("a1").runs("a").fails("a").runs(HOOKS);
    personCancels(HOOKS);
    agent("a1").acknowledgesTheCancelOf(HOOKS);
    thenRun().is(RunState.FAILED).inTheWords("failed (cleanup hook failed: cancelled by dev)");
  }

  @Test
  void cancelDuringHooksCancelsTheRun() {
    agent("a1").does("a").does("b").runs(HOOKS);
    personCancels();
    agent("a1").acknowledgesTheCancelOf(HOOKS);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void cancelWhileHooksAreQueuedKeepsCleanup() {
    agent("a1").does("a").does("b");
    personCancels();
    thenRun().is(RunState.CANCELLING);
    agent("a1").does(HOOKS);
    thenReply().isAccepted();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void forceWhileTheyAreQueuedEndsTheRun() {
    agent("a1").does("a").does("b");
    personForces();
    then(HOOKS).is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void nothingIsRetriedOrSkippedOnceHooksExist() {
    agent("a1").runs("a").fails("a");
    personRetries("a");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    personSkips("a");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void anAgentThatDiesWithThemFailsTheRun() {
    agent("a1").does("a").does("b").runs(HOOKS);
    passes(Duration.ofSeconds(130));
    thenRun().is(RunState.FAILED).because(ReasonCode.HOOK).saying("cleanup hook failed");
  }

  @Test
  void forceDuringHooksEndsTheRun() {
    agent("a1").does("a").does("b").runs(HOOKS).beginsHook(HOOKS, ON_SUCCESS);
    personForces();
    then(HOOKS).is(CANCELLED).withSteps(StepState.CANCELLED);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
    assertThat(rowsOf("(hooks)/1#1")).containsExactly("ACK", "REVOKE");
    assertThat(toldTo("a1").getLast())
        .isInstanceOfSatisfying(
            Effect.CancelJob.class, cancel -> assertThat(cancel.force()).isTrue());
    agent("a1").endsHook(HOOKS, 1, CLEANUP, StepState.RUNNING, StepEnd.NEVER_RAN);
    thenReply().isStale();
  }

  @Test
  void cancelDuringHooksStopsThemAndKeepsCleanup() {
    agent("a1").does("a").does("b").runs(HOOKS).beginsHook(HOOKS, ON_SUCCESS);
    personCancels();
    then(HOOKS).is(CANCELLING);
    thenRun().is(RunState.CANCELLING);
    assertThat(toldTo("a1").getLast())
        .isInstanceOfSatisfying(
            Effect.CancelJob.class, cancel -> assertThat(cancel.force()).isFalse());
    agent("a1").hookSucceeds(HOOKS, CLEANUP).acknowledgesTheCancelOf(HOOKS);
    then(HOOKS).is(CANCELLED);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void hooksThatDoNotStopInTimeAreNotWaitedFor() {
    agent("a1").does("a").does("b").runs(HOOKS);
    personCancels();
    agent("a1").keepsBeatingFor(BOUND.minusMillis(1), HOOKS);
    then(HOOKS).is(CANCELLING);
    passes(Duration.ofMillis(1));
    then(HOOKS).is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }
}
