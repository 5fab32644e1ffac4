package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.plan.expression.Condition.ALWAYS;
import static dev.pawl.core.plan.expression.Condition.SUCCESS;

import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.expression.Condition;
import org.junit.jupiter.api.Test;

/// `always()`, `failure()`, `cancelled()` and `success()` work as in GitHub Actions, and a skip
/// names the condition and its values.
class ReadinessByConditionTest extends EngineStory {

  private void givenAJobThatRunsIf(String condition) {
    givenAJobThatRunsIf(Condition.of(condition));
  }

  private void givenAJobThatRunsIf(Condition condition) {
    given(workflow(job("a"), job("then").needs("a").when(condition), job("other")));
  }

  @Test
  void alwaysRunsAfterAFailure() {
    givenAJobThatRunsIf(ALWAYS);
    agent("a1").runs("a").fails("a");
    then("then").is(QUEUED);
  }

  @Test
  void alwaysStillWaitsForItsNeeds() {
    givenAJobThatRunsIf(ALWAYS);
    agent("a1").runs("a");
    then("then").is(PENDING);
  }

  @Test
  void failureConditionHoldsAfterFailureTimeoutAndLoss() {
    givenAJobThatRunsIf(Condition.FAILURE);
    agent("a1").runs("a").fails("a");
    then("then").is(QUEUED);
    givenAJobThatRunsIf(Condition.FAILURE);
    agent("a1").runs("a").completes("a", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    then("then").is(QUEUED);
    givenAJobThatRunsIf(Condition.FAILURE);
    agent("a1").runs("a").loses("a");
    then("then").is(QUEUED);
  }

  @Test
  void failureDoesNotRunAfterSuccessAndSaysItsValue() {
    givenAJobThatRunsIf(Condition.FAILURE);
    agent("a1").does("a");
    then("then").is(SKIPPED).because(ReasonCode.CONDITION).inTheWords("if: failure() is false");
  }

  @Test
  void failureLooksThroughWhatWasSkippedBecauseOfAFailure() {
    given(
        workflow(
            job("a"),
            job("b").needs("a"),
            job("alert").needs("b").when(Condition.FAILURE),
            job("other")));
    agent("a1").runs("a").fails("a");
    then("b").is(SKIPPED);
    then("alert").is(QUEUED);
  }

  @Test
  void successDoesNotRunAfterASkip() {
    given(workflow(job("a").when("false"), job("b").needs("a").when(SUCCESS), job("other")));
    then("b").is(SKIPPED).saying("needs a, which was skipped");
  }

  @Test
  void cancelledDoesNotRunWhereNothingWasCancelled() {
    givenAJobThatRunsIf(Condition.of("cancelled()"));
    agent("a1").does("a");
    then("then").is(SKIPPED).inTheWords("if: cancelled() is false");
  }

  @Test
  void cancelledRunsNothingBecauseACancelledRunStartsNothing() {
    givenAJobThatRunsIf(Condition.of("cancelled()"));
    agent("a1").runs("a");
    personCancels();
    then("then").is(CANCELLED).because(ReasonCode.USER);
    agent("a1").acknowledgesTheCancelOf("a");
    then("then").is(CANCELLED);
    agent("a1").isOffered("then");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void cancelledAsksForTheRunAndNotForOneJob() {
    givenAJobThatRunsIf(Condition.of("cancelled()"));
    personCancels("a");
    then("then").is(SKIPPED).because(ReasonCode.CONDITION).inTheWords("if: cancelled() is false");
  }

  @Test
  void alwaysRunsAfterAJobThatWasCancelledAlone() {
    givenAJobThatRunsIf(ALWAYS);
    personCancels("a");
    then("then").is(QUEUED);
  }

  @Test
  void anotherJobsResultCanBeAskedFor() {
    givenAJobThatRunsIf("needs.a.result == 'failure'");
    agent("a1").does("a");
    then("then")
        .is(SKIPPED)
        .because(ReasonCode.CONDITION)
        .inTheWords("if: needs.a.result == 'failure' — needs.a.result is 'success'");
  }

  @Test
  void anotherJobsOutputCanBeAskedFor() {
    givenAJobThatRunsIf("needs.a.outputs.changed == 'yes'");
    agent("a1").doesLeaving("a", "changed", "yes");
    then("then").is(QUEUED);
    givenAJobThatRunsIf("needs.a.outputs.changed == 'yes'");
    agent("a1").doesLeaving("a", "changed", "no");
    then("then").is(SKIPPED).saying("— needs.a.outputs.changed is 'no'");
  }

  @Test
  void conditionsAreCombined() {
    givenAJobThatRunsIf("always() && needs.a.result != 'failure'");
    agent("a1").runs("a").fails("a");
    then("then").is(SKIPPED).because(ReasonCode.CONDITION);
    givenAJobThatRunsIf("success() || needs.a.result == 'failure'");
    agent("a1").runs("a").fails("a");
    then("then").is(QUEUED);
  }

  @Test
  void failedNeedIsTheReasonIfItsOutputsAreUsed() {
    givenAJobThatRunsIf("needs.a.outputs.changed == 'yes'");
    agent("a1").runs("a").fails("a");
    then("then").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs a, which failed");
  }

  @Test
  void failureWithContinueOnErrorIsASuccessForDependents() {
    given(workflow(job("lint").continuingOnError(), job("build").needs("lint"), job("other")));
    agent("a1").runs("lint").fails("lint");
    then("lint").is(AttemptState.FAILED);
    then("build").is(QUEUED);
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void aCancelledNeedIsNoSuccess() {
    givenAJobThatRunsIf(SUCCESS);
    personCancels("a");
    then("then").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs a, which was cancelled");
  }
}
