package dev.pawl.core.plan;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.FailPlanning;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// From the trigger to the plan.
class RunPlanTest extends EngineStory {

  @Test
  void aTriggeredRunIsPlannedAndThenQueued() {
    givenATrigger();
    isAsked(new StartPlanning());
    thenRun().is(RunState.PLANNING);
    isAsked(new FinishPlanning(workflow(job("build"), job("test").needs("build"))));
    thenRun().is(RunState.QUEUED);
    then("build").is(AttemptState.QUEUED);
    then("test").is(AttemptState.PENDING);
  }

  @Test
  void unreadableFileFailsTheRunWithDiagnostics() {
    givenATrigger();
    isAsked(new StartPlanning());
    isAsked(new FailPlanning("ci.yaml:3:1: no such key"));
    thenRun().is(RunState.FAILED).because(ReasonCode.USER).saying("ci.yaml:3:1: no such key");
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLAN_FAIL", "FAIL");
  }

  @Test
  void emptyPlanIsSkipped() {
    givenATrigger();
    isAsked(new StartPlanning());
    isAsked(new FinishPlanning(workflow()));
    thenRun().is(RunState.SKIPPED).because(ReasonCode.FILTER).saying("nothing to run");
  }

  @Test
  void latePlanFailsTheRun() {
    givenATrigger();
    isAsked(new StartPlanning());
    for (int tries = 1; tries < Deadlines.PLANNING_TRIES; tries++) {
      passes(Deadlines.PLANNING_TRY);
      thenRun().is(RunState.PLANNING);
      assertThat(world().effects().getLast()).isEqualTo(new Effect.ReadWorkflow(tries + 1));
    }
    passes(Deadlines.PLANNING_TRY.minusMillis(1));
    thenRun().is(RunState.PLANNING);
    passes(Duration.ofMillis(1));
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT);
  }

  @Test
  void runThatIsNeverPlannedFailsInTime() {
    givenATrigger();
    passes(Deadlines.PLANNING_TRY.multipliedBy(Deadlines.PLANNING_TRIES));
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLAN_FAIL", "FAIL");
  }

  @Test
  void aRunIsPlannedOnce() {
    given(workflow(job("build")));
    isAsked(new StartPlanning());
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    isAsked(new FinishPlanning(workflow(job("other"))));
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    isAsked(new FailPlanning("too late"));
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void aRunCanBeCancelledBeforeItHasAPlan() {
    givenATrigger();
    personCancels();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).saying("dev");
    isAsked(new StartPlanning());
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void planningIsRequestedAndRetried() {
    givenATrigger();
    isAsked(new StartPlanning());
    assertThat(effects(Effect.ReadWorkflow.class)).containsExactly(new Effect.ReadWorkflow(1));
    passes(Deadlines.PLANNING_TRY);
    isAsked(new FinishPlanning(workflow(job("build"))));
    thenRun().is(RunState.QUEUED);
    then("build").is(AttemptState.QUEUED);
  }

  @Test
  void anotherOrchestratorContinuesPlanningAfterACrash() {
    givenATrigger();
    isAsked(new StartPlanning());
    nobodyServesFor(Duration.ofHours(1));
    assertThat(effects(Effect.ReadWorkflow.class)).last().isEqualTo(new Effect.ReadWorkflow(2));
    passes(Duration.ofSeconds(1));
    passes(Duration.ofSeconds(1));
    thenRun().is(RunState.PLANNING);
    isAsked(new FinishPlanning(workflow(job("build"))));
    thenRun().is(RunState.QUEUED);
  }

  @Test
  void everyPlanningTryHasSixtySeconds() {
    givenATrigger();
    isAsked(new StartPlanning());
    passes(Deadlines.PLANNING_TRY.plusSeconds(50));
    passes(Duration.ofSeconds(59));
    assertThat(effects(Effect.ReadWorkflow.class)).hasSize(2);
    passes(Duration.ofSeconds(1));
    assertThat(effects(Effect.ReadWorkflow.class)).hasSize(3);
    passes(Deadlines.PLANNING_TRY);
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT);
  }

  @Test
  void everyPlannedJobHasAReason() {
    given(workflow(job("build"), job("test").needs("build")));
    run().jobs().forEach(job -> assertThat(job.planned().reason()).isNotEmpty());
  }

  @Test
  void aForksPullRequestIsHeldUntilItIsApproved() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    thenRun().is(RunState.HELD).because(ReasonCode.APPROVAL).saying("for this commit");
    then("build").is(AttemptState.PENDING);
    approvesRun("lead");
    thenRun().is(RunState.QUEUED);
    then("build").is(AttemptState.QUEUED);
  }

  @Test
  void runIsQueuedAfterItsStartDelay() {
    given(wholeRun(job("build")).delayedBy(Duration.ofMinutes(10)));
    thenRun().is(RunState.WAITING).because(ReasonCode.DELAY);
    passes(Duration.ofMinutes(10).minusMillis(1));
    then("build").is(AttemptState.PENDING);
    passes(Duration.ofMillis(1));
    thenRun().is(RunState.QUEUED);
    then("build").is(AttemptState.QUEUED);
  }

  @Test
  void aRunThatWaitsIsAPhaseOfItsOwn() {
    given(wholeRun(job("build")).delayedBy(Duration.ofMinutes(10)));
    assertThat(Phase.of(run().state(), run().reason().code())).isEqualTo(Phase.WAITING);
  }

  @Test
  void nothingIsLeasedWhileARunIsHeldOrWaits() {
    given(wholeRun(job("build")).delayedBy(Duration.ofMinutes(10)));
    agent("a1").isOffered("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    agent("a1").isOffered("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }
}
