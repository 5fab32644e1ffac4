package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.plan.expression.Condition.ALWAYS;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.run.Reruns.Selection;
import org.junit.jupiter.api.Test;

/// `success()` and `failure()` see everything before a job, not only its direct needs.
class ReadinessByAncestryTest extends EngineStory {

  /// `tidy` runs whatever the result of `a` is; `last` needs only `tidy`.
  private static Plan behindATidyUp(Condition last) {
    return workflow(
        job("a"),
        job("tidy").needs("a").when(ALWAYS),
        job("last").needs("tidy").when(last),
        job("other"));
  }

  @Test
  void successIsFalseWhereAnythingBeforeFailed() {
    given(behindATidyUp(Condition.SUCCESS));
    agent("a1").runs("a").fails("a").does("tidy");
    then("last")
        .is(SKIPPED)
        .because(ReasonCode.UPSTREAM)
        .inTheWords("needs tidy, and a job before it failed");
  }

  @Test
  void failureIsTrueWhereAnythingBeforeFailed() {
    given(behindATidyUp(Condition.FAILURE));
    agent("a1").runs("a").fails("a").does("tidy");
    then("last").is(QUEUED);
  }

  @Test
  void allBeforeItWentWell() {
    given(behindATidyUp(Condition.SUCCESS));
    agent("a1").does("a").does("tidy");
    then("last").is(QUEUED);
  }

  @Test
  void cancelledAncestorIsNeitherSuccessNorFailure() {
    given(behindATidyUp(Condition.SUCCESS));
    personCancels("a");
    agent("a1").does("tidy");
    then("last").is(SKIPPED).inTheWords("needs tidy, and a job before it was cancelled");
    given(behindATidyUp(Condition.FAILURE));
    personCancels("a");
    agent("a1").does("tidy");
    then("last").is(SKIPPED).because(ReasonCode.CONDITION);
  }

  @Test
  void skipBecauseOfACancelIsNoFailure() {
    given(workflow(job("a"), job("b").needs("a"), job("c").needs("b").when(Condition.FAILURE)));
    personCancels("a");
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM);
    then("c").is(SKIPPED).inTheWords("if: failure() is false");
  }

  @Test
  void aFailureThatMayBeIsNoneToAnybody() {
    given(
        workflow(
            job("a").continuingOnError(),
            job("b").needs("a"),
            job("c").needs("b"),
            job("d").needs("b").when(Condition.FAILURE),
            job("other")));
    agent("a1").runs("a").fails("a").does("b");
    then("c").is(QUEUED);
    then("d").is(SKIPPED);
  }

  @Test
  void skippedJobPassesOnEarlierOutcomes() {
    given(
        workflow(
            job("a"),
            job("b").needs("a").when("false"),
            job("c").needs("b").when(Condition.FAILURE),
            job("other")));
    agent("a1").runs("a").fails("a");
    then("b").is(SKIPPED).because(ReasonCode.CONDITION);
    then("c").is(QUEUED);
  }

  @Test
  void skippedJobIsNoSuccessForItsDependents() {
    given(
        workflow(
            job("a").when("false"),
            job("b").needs("a").when(ALWAYS),
            job("c").needs("b"),
            job("d").needs("b").when(Condition.FAILURE),
            job("other")));
    agent("a1").does("b");
    then("c")
        .is(SKIPPED)
        .because(ReasonCode.CONDITION)
        .inTheWords("needs b, and a job before it was skipped");
    then("d").is(SKIPPED);
  }

  @Test
  void aKeptResultPassesOnWhatItWas() {
    given(
        workflow(
            job("last").needs("tidy", "b"),
            job("tidy").needs("a").when(ALWAYS),
            job("a"),
            job("b")));
    agent("a1").runs("a").fails("a").does("tidy").runs("b").fails("b");
    rerun(new Selection.One(3));
    agent("a1").does("b");
    then("last").is(SKIPPED).inTheWords("needs tidy, and a job before it failed");
  }

  @Test
  void everyCellOfAMatrixSeesWhatWasBeforeIt() {
    given(
        workflow(
            job("a"),
            job("discover").needs("a").when(ALWAYS),
            job("test").needs("discover").when(ALWAYS).expanding("discover", "cells"),
            job("report").needs("test").when(Condition.FAILURE),
            job("other")));
    agent("a1").runs("a").fails("a").doesLeaving("discover", "cells", "[\"8\", \"11\"]");
    agent("a1").does("test (8)").does("test (11)");
    then("report").is(QUEUED);
  }

  @Test
  void manualRetryRetriesSkippedJobsBehindOthers() {
    given(behindATidyUp(Condition.SUCCESS));
    agent("a1").runs("a").fails("a").does("tidy");
    personRetries("a");
    then("tidy").is(SUCCESS).asAttempt(1);
    then("last").is(PENDING).asAttempt(2);
    agent("a1").does("a");
    then("last").is(QUEUED);
  }

  @Test
  void retriedJobIsSkippedAgainAfterAnotherFailure() {
    given(behindATidyUp(Condition.SUCCESS));
    agent("a1").runs("a").fails("a").does("tidy");
    personRetries("a");
    agent("a1").runs("a").fails("a");
    then("last").is(SKIPPED).asAttempt(2);
  }

  @Test
  void jobBehindARetriedJobStaysOpenForOthers() {
    given(behindATidyUp(Condition.FAILURE));
    agent("a1").runs("a").fails("a").runs("tidy");
    personRetries("a");
    agent("a1").succeeds("tidy");
    then("last").is(PENDING);
    agent("a1").runs("a").fails("a");
    then("last").is(QUEUED);
  }

  @Test
  void manualSkipCountsAsSuccess() {
    given(behindATidyUp(Condition.SUCCESS));
    agent("a1").runs("a").fails("a").does("tidy");
    personSkips("a");
    then("last").is(QUEUED).asAttempt(2);
  }

  @Test
  void dependentsOfACancelledJobDoNotWaitForMore() {
    given(workflow(job("a"), job("b").needs("a"), job("c").needs("b")));
    personCancels("b");
    then("b").is(CANCELLED);
    then("c").is(SKIPPED).saying("needs b, which was cancelled");
  }
}
