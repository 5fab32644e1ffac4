package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.RECOVERING;
import static dev.pawl.core.plan.PlannedJob.HOOKS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.run.Reruns;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The result of a run, in the order of its rules.
class RunResultTest extends EngineStory {

  @BeforeEach
  void aRunOfThreeJobs() {
    given(workflow(job("a"), job("b"), job("c")));
  }

  @Test
  void aRunIsOverWithItsLastJob() {
    agent("a1").does("a").does("b");
    thenRun().is(RunState.RUNNING);
    agent("a1").does("c");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aCancelOutranksAFailure() {
    agent("a1").runs("a").fails("a").runs("b");
    personCancels();
    agent("a1").acknowledgesTheCancelOf("b");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void aFailureOutranksSuccessAndEveryFailedJobIsNamed() {
    agent("a1").does("a").runs("b").fails("b").runs("c");
    agent("a1").completes("c", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    thenRun().is(RunState.FAILED).because(ReasonCode.USER).saying("b, c failed");
  }

  @Test
  void aTimedOutJobFailsTheRun() {
    agent("a1").does("a").does("b").runs("c");
    agent("a1").completes("c", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT).saying("c failed");
  }

  @Test
  void aLostJobFailsTheRun() {
    agent("a1").does("a").does("b").runs("c");
    passes(Duration.ofSeconds(130));
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST).saying("c failed");
  }

  @Test
  void nothingMovesARunThatIsOver() {
    agent("a1").does("a").does("b").does("c");
    passes(Duration.ofDays(30));
    thenReply().isLate();
    ownerIsGone();
    thenReply().isLate();
    thenRun().is(RunState.SUCCESS);
  }

  /// The run's timeout passes after one of two jobs has failed and while the other is cancelled.
  private void givenARunWhoseTimeIsOver() {
    var tidy = Hook.of(StepType.ON_CANCEL, "tidy");
    given(wholeRun(job("a"), job("b").withHooks(tidy)).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("a").fails("a").runs("b");
    agent("a1").keepsBeatingFor(Duration.ofMinutes(1), "b");
    thenRun().is(RunState.CANCELLING).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aRunTimeOutOutranksACancelAndAFailure() {
    givenARunWhoseTimeIsOver();
    personCancels();
    thenReply().isRefused(Refusal.Code.ALREADY_CANCELLING);
    agent("a1").acknowledgesTheCancelOf("b");
    thenRun().is(RunState.TIMED_OUT).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aRunTimeOutOutranksForce() {
    givenARunWhoseTimeIsOver();
    personForces();
    thenReply().isAccepted();
    then("b").is(CANCELLED);
    thenRun().is(RunState.TIMED_OUT);
  }

  @Test
  void aRunTimeOutOutranksAFailedHook() {
    givenARunWhoseTimeIsOver();
    agent("a1").hookFails("b", StepType.ON_CANCEL).acknowledgesTheCancelOf("b");
    then("b").is(FAILED).because(ReasonCode.HOOK);
    thenRun().is(RunState.TIMED_OUT).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aRunTimeOutOutranksAFailedHookOfTheRun() {
    var tidy = Hook.of(StepType.CLEANUP, "tidy");
    given(wholeRun(job("a")).timingOutAfter(Duration.ofMinutes(1)).withHooks(tidy));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofMinutes(1), "a");
    agent("a1").acknowledgesTheCancelOf("a").runs(HOOKS).hookFails(HOOKS, StepType.CLEANUP);
    agent("a1").completes(HOOKS, Outcome.SUCCESS, ReasonCode.OK);
    then(HOOKS).is(FAILED);
    thenRun().is(RunState.TIMED_OUT).because(ReasonCode.TIMEOUT);
  }

  @Test
  void cancelBeforeTheTimeoutStaysACancel() {
    given(wholeRun(job("a")).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("a");
    personCancels();
    agent("a1").keepsBeatingFor(Duration.ofMinutes(1), "a");
    agent("a1").acknowledgesTheCancelOf("a");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void aCancelIsAFailureIfAHookFailedMeanwhile() {
    given(workflow(job("a").withHooks(Hook.of(StepType.ON_CANCEL, "tidy"))));
    agent("a1").runs("a");
    personCancels();
    agent("a1").hookFails("a", StepType.ON_CANCEL).acknowledgesTheCancelOf("a");
    then("a").is(FAILED).because(ReasonCode.HOOK);
    thenRun()
        .is(RunState.FAILED)
        .because(ReasonCode.HOOK)
        .inTheWords("cancelled (onCancel hook failed: exit code 1)");
  }

  @Test
  void failureWithContinueOnErrorDoesNotCount() {
    given(workflow(job("a"), job("lint").continuingOnError()));
    agent("a1").does("a").runs("lint").fails("lint");
    then("lint").is(FAILED);
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void lossAndTimeoutWithContinueOnErrorDoNotCount() {
    given(workflow(job("a"), job("x").continuingOnError(), job("y").continuingOnError()));
    agent("a1").does("a").runs("x").loses("x").runs("y");
    agent("a1").completes("y", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aRequiredJobThatWasCancelledAloneCancelsTheRun() {
    agent("a1").does("a").does("b");
    personCancels("c");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).saying("c was cancelled");
  }

  @Test
  void aFailureOutranksAJobThatWasCancelledAlone() {
    agent("a1").does("a").runs("b").fails("b");
    personCancels("c");
    thenRun().is(RunState.FAILED).saying("b failed");
  }

  @Test
  void aJobThatMayFailMayBeCancelledToo() {
    given(workflow(job("a"), job("lint").continuingOnError()));
    agent("a1").does("a");
    personCancels("lint");
    then("lint").is(CANCELLED);
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aReusedResultCountsAsWhatItWas() {
    agent("a1").does("a").runs("b").fails("b").does("c");
    thenRun().is(RunState.FAILED);
    rerun(new Reruns.Selection.One(0));
    agent("a1").does("a");
    thenRun().is(RunState.FAILED).saying("b failed");
  }

  @Test
  void runRecoversWhileAllItsAttemptsRecover() {
    agent("a1").runs("a");
    agent("a2").runs("b");
    agent("a1").isOutOfReach("a");
    then("a").is(RECOVERING);
    thenRun().is(RunState.RUNNING);
    agent("a2").isOutOfReach("b");
    thenRun().is(RunState.RECOVERING).because(ReasonCode.AGENT_RECONNECT);
    agent("a1").heartbeats("a");
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void aRecoveringRunMovesAgainWithTheNextLease() {
    agent("a1").runs("a").isOutOfReach("a");
    thenRun().is(RunState.RECOVERING);
    agent("a2").isOffered("b");
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void aRecoveringRunThatLosesItsLastAttemptFails() {
    given(workflow(job("a")));
    agent("a1").runs("a").isOutOfReach("a");
    passes(Duration.ofSeconds(130));
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLANNED", "START", "RECOVER", "FAIL");
  }

  @Test
  void aRecoveringRunThatLosesOnlyWhatMayFailSucceeds() {
    given(workflow(job("a").continuingOnError()));
    agent("a1").runs("a").isOutOfReach("a");
    passes(Duration.ofSeconds(130));
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aPolicysCancelCountsLikeAPersons() {
    agent("a1").runs("a");
    isAsked(new CancelRun(Actor.POLICY, false, ReasonCode.SUPERSEDED, "Superseded by run #7"));
    agent("a1").acknowledgesTheCancelOf("a");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.SUPERSEDED);
  }
}
