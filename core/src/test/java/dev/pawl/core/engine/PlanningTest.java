package dev.pawl.core.engine;

import static dev.pawl.core.engine.Workflow.job;
import static dev.pawl.core.engine.Workflow.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Command.FailPlanning;
import dev.pawl.core.engine.Command.FinishPlanning;
import dev.pawl.core.engine.Command.StartPlanning;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// From trigger to plan.
class PlanningTest extends Story {

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
  void aFileThatCannotBeReadFailsTheRunWithItsDiagnostics() {
    givenATrigger();
    isAsked(new StartPlanning());
    isAsked(new FailPlanning("ci.yaml:3:1: no such key"));
    thenRun().is(RunState.FAILED).because(ReasonCode.USER).saying("ci.yaml:3:1: no such key");
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLAN_FAIL", "FAIL");
  }

  @Test
  void aPlanWithNothingToRunIsSkippedAndSaysSo() {
    givenATrigger();
    isAsked(new StartPlanning());
    isAsked(new FinishPlanning(workflow()));
    thenRun().is(RunState.SKIPPED).because(ReasonCode.FILTER).saying("nothing to run");
  }

  @Test
  void aPlanThatDoesNotComeInTimeFailsTheRun() {
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
  void aRunThatNobodyEvenBeginsToPlanFailsInTime() {
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
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).saying("ana");
    isAsked(new StartPlanning());
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }
}
