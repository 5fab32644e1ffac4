package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.HELD;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.plan.expression.Condition.ALWAYS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.StoryPlan.JobSpec;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Jobs become ready, or are skipped.
class JobReadinessTest extends EngineStory {

  private static final Plan DIAMOND =
      workflow(
          job("top"),
          job("left").needs("top"),
          job("right").needs("top"),
          job("bottom").needs("left", "right"));

  @Test
  void theBottomOfADiamondWaitsForBothSides() {
    given(DIAMOND);
    agent("a1").does("top");
    then("left").is(QUEUED);
    then("right").is(QUEUED);
    agent("a1").does("left");
    then("bottom").is(PENDING);
    agent("a1").does("right");
    then("bottom").is(QUEUED);
    agent("a1").does("bottom");
    thenRun().is(RunState.SUCCESS).because(ReasonCode.OK);
  }

  @Test
  void dependentOfAFailedJobIsSkippedAndNamesIt() {
    given(DIAMOND);
    agent("a1").does("top").does("right");
    agent("a2").runs("left").fails("left");
    then("bottom").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs left, which failed");
    thenRun().is(RunState.FAILED).saying("left failed");
  }

  @Test
  void aSkipWaitsUntilEveryNeedHasEnded() {
    given(DIAMOND);
    agent("a1").does("top").runs("left").fails("left");
    then("bottom").is(PENDING);
    agent("a1").does("right");
    then("bottom").is(SKIPPED);
  }

  @Test
  void aSkipCascadesAndEachSkipNamesItsOwnNeed() {
    given(workflow(job("a"), job("b").needs("a"), job("c").needs("b"), job("other")));
    agent("a1").runs("a").fails("a");
    then("a").is(FAILED);
    then("b").is(SKIPPED).saying("needs a, which failed");
    then("c").is(SKIPPED).saying("needs b, which was skipped");
    thenRun().is(RunState.RUNNING);
    agent("a1").does("other");
    then("other").is(SUCCESS);
    thenRun().is(RunState.FAILED);
  }

  @Test
  void jobListedBeforeItsNeedBecomesReady() {
    given(workflow(job("late").needs("early"), job("early")));
    then("late").is(PENDING);
    agent("a1").does("early").does("late");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void duplicateNeedIsWaitedForOnce() {
    given(workflow(job("a"), job("b").needs("a", "a")));
    agent("a1").does("a");
    then("b").is(QUEUED);
  }

  @Test
  void tenThousandJobsInAChainAreSkippedInOneDecision() {
    List<JobSpec> chain = new ArrayList<>(List.of(job("job-0")));
    for (int index = 1; index < 10_000; index++) {
      chain.add(job("job-" + index).needs("job-" + (index - 1)));
    }
    given(workflow(chain));
    agent("a1").runs("job-0").fails("job-0");
    then("job-9999").is(SKIPPED).saying("needs job-9998, which was skipped");
    thenRun().is(RunState.FAILED).saying("job-0 failed");
  }

  @Test
  void dependentOfASkippedJobIsSkippedByCondition() {
    given(workflow(job("a").when("false"), job("b").needs("a"), job("c")));
    then("a").is(SKIPPED).because(ReasonCode.CONDITION);
    then("b").is(SKIPPED).because(ReasonCode.CONDITION).saying("needs a, which was skipped");
  }

  @Test
  void firstLeaseStartsTheRun() {
    given(workflow(job("a"), job("b")));
    thenRun().is(RunState.QUEUED);
    agent("a1").isOffered("b");
    thenRun().is(RunState.RUNNING);
    agent("a2").isOffered("a");
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLANNED", "START");
  }

  @Test
  void runWithOnlySkippedJobsStartsAndEndsInOneCommit() {
    given(workflow(job("a").when("false"), job("b").needs("a")));
    thenRun().is(RunState.SUCCESS);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLANNED", "START", "SUCCEED");
    thenNothingIsLeftOpen();
  }

  @Test
  void conditionIsEvaluatedBeforeReviewersAreAsked() {
    given(workflow(job("deploy").when("false").approvedBy("lead"), job("b")));
    then("deploy").is(SKIPPED).because(ReasonCode.CONDITION);
  }

  @Test
  void heldJobTakesNoPlaceInItsGroup() {
    given(workflow(job("deploy").approvedBy("lead").inGroup(group("deploy"))));
    then("deploy").is(HELD);
    thenGroup("deploy").isEmpty();
    approves("lead", "deploy");
    thenGroup("deploy").isWaitedForBy(thisRun());
  }

  @Test
  void skipReasonsAreDistinguished() {
    given(
        workflow(
            job("a"),
            job("never").when("github.ref == 'main'"),
            job("b").needs("a"),
            job("slow"),
            job("after").needs("slow")));
    then("never").is(SKIPPED).because(ReasonCode.CONDITION).saying("github.ref == 'main'");
    agent("a1").runs("slow").runs("a").fails("a");
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs a, which failed");
    personCancels();
    then("after").is(CANCELLED).because(ReasonCode.USER);
    agent("a1").acknowledgesTheCancelOf("slow");
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void cancellingARunCancelsWhatHasAlwaysToo() {
    given(workflow(job("a"), job("tidy").needs("a").when(ALWAYS)));
    agent("a1").runs("a");
    personCancels();
    then("tidy").is(CANCELLED).because(ReasonCode.USER);
    agent("a1").acknowledgesTheCancelOf("a");
    then("tidy").is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }
}
