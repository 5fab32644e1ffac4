package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.HELD;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.plan.expression.Condition.ALWAYS;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.expression.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `pawl retry RUN JOB`, while the run is live.
class ManualRetryTest extends EngineStory {

  @BeforeEach
  void aRunWithAFailedJobWhileAnotherRuns() {
    given(workflow(job("a"), job("b").needs("a"), job("c").needs("b"), job("other")));
    agent("a1").runs("other").runs("a").fails("a");
  }

  @Test
  void thereIsAnotherAttemptOfTheJobAtOnce() {
    personRetries("a");
    then("a").is(QUEUED).asAttempt(2);
  }

  @Test
  void jobsSkippedBecauseOfItAreRetried() {
    then("c").is(SKIPPED);
    personRetries("a");
    then("b").is(PENDING).asAttempt(2).saying("a job that it needs is retried");
    then("c").is(PENDING).asAttempt(2);
    agent("a1").does("a").does("b").does("c").succeeds("other");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void dependentsAreSkippedAgainIfTheRetryFails() {
    personRetries("a");
    agent("a1").runs("a").fails("a");
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM).asAttempt(2);
    then("c").is(SKIPPED).asAttempt(2);
    agent("a1").succeeds("other");
    thenRun().is(RunState.FAILED);
  }

  @Test
  void jobsSkippedByAConditionStaySkipped() {
    given(workflow(job("a"), job("never").needs("a").when("false"), job("other")));
    agent("a1").runs("other").runs("a").fails("a");
    personRetries("a");
    agent("a1").does("a").succeeds("other");
    then("never").is(SKIPPED).because(ReasonCode.CONDITION);
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void jobSkippedByAConditionOnTheResultIsRetriedToo() {
    var ifASucceeded = Condition.of("always() && needs.a.result == 'success'");
    given(workflow(job("a"), job("b").needs("a").when(ifASucceeded), job("other")));
    agent("a1").runs("other").runs("a").fails("a");
    then("b").is(SKIPPED).because(ReasonCode.CONDITION);
    personRetries("a");
    agent("a1").does("a");
    then("b").is(QUEUED);
  }

  @Test
  void jobsThatRanAnywayAreNotRetried() {
    given(workflow(job("a"), job("tidy").needs("a").when(ALWAYS), job("other")));
    agent("a1").runs("other").runs("a").fails("a").runs("tidy");
    personRetries("a");
    then("tidy").is(RUNNING).asAttempt(1);
    agent("a1").does("a").succeeds("tidy").succeeds("other");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void jobWithAnotherFailedNeedIsSkippedAgain() {
    given(workflow(job("a"), job("b"), job("c").needs("a", "b"), job("other")));
    agent("a1").runs("other").runs("a").fails("a").runs("b").fails("b");
    personRetries("a");
    agent("a1").does("a");
    then("c").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs b, which failed");
  }

  @Test
  void onlyWhatHasFailedIsRetried() {
    personRetries("other");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    personRetries("b");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED);
    isAsked(new EngineCommand.RetryJob(9, Actor.person("dev")));
    thenReply().isRefused(Refusal.Code.UNKNOWN);
  }

  @Test
  void aRunThatIsOverOrCancelledIsRerunInstead() {
    agent("a1").succeeds("other");
    personRetries("a");
    thenReply()
        .isRefused(Refusal.Code.ALREADY_ENDED)
        .inTheWords("run #1 has ended: failed. Use `pawl rerun` to start another.");
    given(workflow(job("a"), job("other")));
    agent("a1").runs("other").runs("a").fails("a");
    personCancels();
    personRetries("a");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    then("a").is(FAILED).asAttempt(1);
  }

  @Test
  void aLostJobCanBeRetried() {
    given(workflow(job("a"), job("other")));
    agent("a2").runs("other");
    agent("a1").runs("a").loses("a");
    personRetries("a");
    then("a").is(QUEUED).asAttempt(2);
    agent("a1").does("a");
    then("a").is(SUCCESS);
  }

  @Test
  void retryByPolicyWaitsForItsRetriedNeeds() {
    given(
        workflow(
            job("a"),
            job("b").needs("a").when(Condition.ALWAYS).retried(1, ReasonCode.INFRA),
            job("c")));
    agent("a1").runs("c").runs("a").fails("a").runs("b");
    isAsked(new EngineCommand.RetryJob(0, Actor.person("dev")));
    agent("a1").fails("b", ReasonCode.INFRA);
    then("b").is(AttemptState.PENDING).asAttempt(2);
    agent("a1").does("a");
    then("b").is(AttemptState.QUEUED);
  }

  /// A job that keeps its result settles again when the longest path before it has ended.
  @Test
  void jobsBehindAKeptJobContinueWhenItsNeedsEnded() {
    given(
        workflow(
            job("a"),
            job("b").needs("a").when(Condition.of("needs.a.result == 'cancelled'")),
            job("c").needs("b"),
            job("d").needs("c"),
            job("tidy").needs("a", "d").when(ALWAYS),
            job("other"),
            job("last").needs("tidy", "other").when(ALWAYS)));
    agent("a1").runs("other").runs("a").fails("a").does("tidy");
    personRetries("a");
    agent("a1").succeeds("other").runs("a");
    then("last").is(PENDING);
    agent("a1").succeeds("a");
    then("d").is(SKIPPED).asAttempt(2);
    then("last").is(QUEUED);
  }

  /// The other cells of a matrix are at their first attempt, though its job is retried.
  @Test
  void jobsBehindAKeptJobContinueAfterTheLastCell() {
    given(
        workflow(
            job("a"),
            job("m").needs("a").expanding("a", "cells"),
            job("tidy").needs("m").when(ALWAYS),
            job("other"),
            job("last").needs("tidy", "other").when(ALWAYS)));
    agent("a1").runs("other").runs("a").fails("a").does("tidy");
    personRetries("a");
    agent("a1").succeeds("other").doesLeaving("a", "cells", "[1, 2]").does("m (1)");
    then("last").is(PENDING);
    agent("a1").does("m (2)");
    then("last").is(QUEUED);
  }

  /// Its `if` cannot be evaluated without an output; nobody has approved it by then.
  @Test
  void retryOfAnUnevaluatedJobIsHeldForReview() {
    var ifItSaysSo = Condition.of("always() && fromJSON(needs.a.outputs.go)");
    given(
        workflow(
            job("a"), job("deploy").needs("a").when(ifItSaysSo).approvedBy("dev"), job("other")));
    agent("a1").runs("other").runs("a").fails("a");
    then("deploy").is(FAILED);
    personRetries("a");
    personRetries("deploy");
    agent("a1").doesLeaving("a", "go", "true");
    then("deploy").is(HELD);
  }

  /// A cancelled job does not wait; jobs that were skipped behind it are evaluated again.
  @Test
  void jobsSkippedBehindACancelAreEvaluatedAgain() {
    given(
        workflow(
            job("a").continuingOnError(),
            job("tidy").needs("a").when(ALWAYS),
            job("last").needs("tidy").when("failure()"),
            job("other")));
    agent("a1").runs("other").runs("a").fails("a");
    personCancels("tidy");
    then("last").is(SKIPPED);
    personRetries("a");
    then("last").is(PENDING).asAttempt(2);
    agent("a1").does("a");
    then("last").is(SKIPPED).asAttempt(2);
  }
}
