package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The job timeout: the agent enforces it, and the orchestrator is the backstop.
class JobTimeoutTest extends EngineStory {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration BACKSTOP =
      LIMIT.plus(GRACE).plus(Duration.ofMinutes(5)).plusSeconds(15);

  @BeforeEach
  void aRun() {
    given(workflow(job("build").withSteps(3).timingOutAfter(LIMIT).withGrace(GRACE)));
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
  void hooksOfATimedOutJobRunBeforeItsCompletion() {
    agent("a1").runs("build").hookSucceeds("build", StepType.ON_FAILURE);
    agent("a1").hookSucceeds("build", StepType.CLEANUP);
    agent("a1").completes("build", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    then("build").is(TIMED_OUT);
  }

  @Test
  void aTimedOutJobWhoseHookFailedHasFailed() {
    agent("a1").runs("build").hookFails("build", StepType.CLEANUP);
    agent("a1").completes("build", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    then("build")
        .is(FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("timed_out (cleanup hook failed: exit code 1)");
  }

  @Test
  void theBackstopLeavesRoomForTheHooksOwnTimeOuts() {
    var slow = new Hook(StepType.CLEANUP, "tidy", Optional.of(Duration.ofMinutes(20)));
    given(workflow(job("build").timingOutAfter(LIMIT).withGrace(GRACE).withHooks(slow)));
    agent("a1").runs("build").keepsBeatingFor(BACKSTOP.plusMinutes(15).minusMillis(1), "build");
    then("build").is(RUNNING);
    passes(Duration.ofMillis(1));
    then("build").is(TIMED_OUT);
  }

  @Test
  void messagesAfterTheBackstopAreStale() {
    agent("a1").runs("build").keepsBeatingFor(BACKSTOP, "build");
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    thenReply().isStale();
    then("build").is(TIMED_OUT);
  }

  @Test
  void aTimeOutIsNotRetriedUnlessNamed() {
    given(workflow(job("build").retriedByDefault()));
    agent("a1").runs("build").completes("build", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    then("build").is(TIMED_OUT).asAttempt(1);
    given(workflow(job("build").retried(1, ReasonCode.TIMEOUT)));
    agent("a1").runs("build").completes("build", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    then("build").is(AttemptState.WAITING).asAttempt(2);
  }
}
