package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;

import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A run whose owner is gone for good ends, and leaves nothing open.
class OwnerLossTest extends EngineStory {

  @BeforeEach
  void aRun() {
    given(workflow(job("build"), job("test").needs("build"), job("lint")));
  }

  @Test
  void aRunThatWasJustCreatedFails() {
    givenATrigger();
    ownerIsGone();
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED);
  }

  @Test
  void aRunThatWasBeingPlannedFails() {
    givenATrigger();
    isAsked(new StartPlanning());
    ownerIsGone();
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED).saying("its process is gone");
  }

  @Test
  void queuedRunFailsAndDependentsAreSkipped() {
    ownerIsGone();
    then("build").is(FAILED).because(ReasonCode.INTERRUPTED);
    then("lint").is(FAILED).because(ReasonCode.INTERRUPTED);
    then("test").is(SKIPPED).saying("needs build, which failed");
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED);
    thenNothingIsLeftOpen();
  }

  @Test
  void aLeasedAndAStartingAttemptFail() {
    agent("a1").isOffered("build").prepares("lint");
    ownerIsGone();
    then("build").is(FAILED).because(ReasonCode.INTERRUPTED);
    then("lint").is(FAILED).because(ReasonCode.INTERRUPTED);
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED);
    thenNothingIsLeftOpen();
  }

  @Test
  void alsoTheLastLeaseOfAnAttemptEndsAsInterrupted() {
    for (int returned = 1; returned <= 5; returned++) {
      agent("a" + returned).isOffered("build").rejects("build");
      thenReply().isAccepted();
    }
    agent("a6").isOffered("build");
    thenReply().isAccepted();
    ownerIsGone();
    then("build").is(FAILED).because(ReasonCode.INTERRUPTED);
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED);
  }

  @Test
  void aRunningAttemptIsLostWithItsSteps() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    ownerIsGone();
    then("build").is(LOST).because(ReasonCode.INTERRUPTED).withSteps(StepState.CANCELLED);
    then("test").is(SKIPPED).saying("needs build, which was lost");
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED);
    thenNothingIsLeftOpen();
  }

  @Test
  void aRunThatWasBeingCancelledIsCancelled() {
    agent("a1").runs("build");
    personCancels();
    ownerIsGone();
    then("build").is(CANCELLED).because(ReasonCode.INTERRUPTED);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
    thenNothingIsLeftOpen();
  }

  @Test
  void endedJobsKeepTheirResults() {
    agent("a1").does("build");
    ownerIsGone();
    then("build").is(SUCCESS);
    then("test").is(FAILED).because(ReasonCode.INTERRUPTED);
    thenRun().is(RunState.FAILED);
    thenNothingIsLeftOpen();
  }

  @Test
  void aHeldAndAWaitingRunAreCancelled() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    ownerIsGone();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.INTERRUPTED);
    given(wholeRun(job("build")).delayedBy(Duration.ofHours(1)));
    ownerIsGone();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.INTERRUPTED);
    thenNothingIsLeftOpen();
  }

  @Test
  void aHeldAndAWaitingJobAreCancelled() {
    given(workflow(job("held").approvedBy("lead"), job("waits").waiting(Duration.ofHours(1))));
    ownerIsGone();
    then("held").is(CANCELLED).because(ReasonCode.INTERRUPTED);
    then("waits").is(CANCELLED).because(ReasonCode.INTERRUPTED);
    thenNothingIsLeftOpen();
  }

  @Test
  void theHooksOfTheRunAreNotWaitedFor() {
    given(wholeRun(job("build")).withHooks(Hook.of(StepType.CLEANUP, "tidy")));
    agent("a1").runs("build");
    ownerIsGone();
    thenRun().is(RunState.FAILED);
    thenNothingIsLeftOpen();
  }

  @Test
  void anUploadThatWasUnderWayFails() {
    agent("a1").runs("build").uploads("build");
    ownerIsGone();
    then("build").is(FAILED).because(ReasonCode.INTERRUPTED);
    thenNothingIsLeftOpen();
  }

  @Test
  void aJobThatStandsBeforeWhatItNeedsEndsToo() {
    given(workflow(job("notify").needs("build").when(Condition.ALWAYS), job("build")));
    agent("a1").runs("build");
    ownerIsGone();
    thenNothingIsLeftOpen();
    thenRun().is(RunState.FAILED).because(ReasonCode.INTERRUPTED);
  }
}
