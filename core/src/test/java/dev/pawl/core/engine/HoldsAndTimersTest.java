package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.HELD;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.StoryGroups;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Holds and timers. `dev` started the run.
class HoldsAndTimersTest extends EngineStory {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MOMENT = Duration.ofMillis(1);

  @Test
  void reviewersHoldAJob() {
    given(workflow(job("deploy").approvedBy("bob")));
    then("deploy").is(HELD).because(ReasonCode.APPROVAL);
    approves("bob", "deploy");
    then("deploy").is(QUEUED);
    assertThat(rowsOf("deploy/1")).containsExactly("HOLD", "APPROVE");
  }

  @Test
  void onlyATimerMakesAJobWait() {
    given(workflow(job("deploy").waiting(HOUR)));
    then("deploy").is(WAITING).because(ReasonCode.TIMER);
    passes(HOUR.minus(MOMENT));
    then("deploy").is(WAITING);
    passes(MOMENT);
    then("deploy").is(QUEUED);
    assertThat(rowsOf("deploy/1")).containsExactly("WAIT", "TIMER_DONE");
  }

  @Test
  void withReviewersDoneAndTheTimerStillRunningItIsHeldUntilTheTimerIsOver() {
    given(workflow(job("deploy").approvedBy("bob").waiting(HOUR)));
    approves("bob", "deploy");
    then("deploy").is(HELD);
    passes(HOUR.minus(MOMENT));
    then("deploy").is(HELD);
    passes(MOMENT);
    then("deploy").is(QUEUED);
    assertThat(rowsOf("deploy/1")).containsExactly("HOLD", "APPROVE");
  }

  @Test
  void withTheTimerOverAndReviewersMissingItIsHeldUntilTheyAgree() {
    given(workflow(job("deploy").approvedBy("bob").waiting(HOUR)));
    passes(HOUR.multipliedBy(2));
    then("deploy").is(HELD);
    approves("bob", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void aTimerMayBeLongerThanAHoldOnceReviewersAgreed() {
    given(workflow(job("deploy").approvedBy("bob").waiting(Duration.ofDays(3))));
    approves("bob", "deploy");
    passes(Duration.ofDays(2));
    then("deploy").is(HELD);
    passes(Duration.ofDays(1));
    then("deploy").is(QUEUED);
  }

  @Test
  void distinctReviewersAreCounted() {
    given(workflow(job("deploy").approvedBy(2, "bob", "cem")));
    approves("bob", "deploy");
    approves("bob", "deploy");
    thenReply().isLate();
    then("deploy").is(HELD);
    approves("cem", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void whoIsNoReviewerCannotApproveOrReject() {
    given(workflow(job("deploy").approvedBy("bob")));
    approves("dan", "deploy");
    thenReply().isRefused(Refusal.Code.NOT_A_REVIEWER);
    rejects("dan", "deploy");
    thenReply().isRefused(Refusal.Code.NOT_A_REVIEWER);
    then("deploy").is(HELD);
  }

  @Test
  void aTeamMayReview() {
    given(workflow(job("deploy").approvedBy("team:ops")));
    approves("dan", "deploy", "team:web");
    thenReply().isRefused(Refusal.Code.NOT_A_REVIEWER);
    approves("dan", "deploy", "team:web", "team:ops");
    then("deploy").is(QUEUED);
  }

  @Test
  void anybodyMayReviewWhereNobodyIsNamed() {
    given(workflow(job("deploy").approvedBy()));
    approves("dan", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void whoStartedTheRunCannotApproveIt() {
    given(workflow(job("deploy").approvedBy("ana", "bob")));
    approves("ana", "deploy");
    thenReply().isRefused(Refusal.Code.SELF_APPROVAL);
    then("deploy").is(HELD);
  }

  @Test
  void whoStartedTheRunCanApproveItWhereTheEnvironmentAllowsIt() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("ana"), 1, HOUR, true))));
    approves("ana", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void anApprovalHoldsThroughARetry() {
    given(workflow(job("deploy").approvedBy("bob").retried(1, ReasonCode.USER), job("b")));
    approves("bob", "deploy");
    agent("a1").runs("deploy").fails("deploy");
    then("deploy").is(WAITING).because(ReasonCode.BACKOFF).asAttempt(2);
    passes(Duration.ofMinutes(1));
    then("deploy").is(QUEUED);
  }

  @Test
  void anApprovalHoldsThroughARetryByHand() {
    given(workflow(job("deploy").approvedBy("bob"), job("b")));
    approves("bob", "deploy");
    agent("a1").runs("deploy").fails("deploy");
    personRetries("deploy");
    then("deploy").is(QUEUED).asAttempt(2);
  }

  @Test
  void anApprovalHoldsThroughTheWaitForAGroup() {
    given(workflow(job("deploy").approvedBy("bob").inGroup(StoryGroups.groupCommand()), job("b")));
    approves("bob", "deploy");
    agent("a1").prepares("deploy");
    passes(Duration.ofSeconds(20));
    agent("a1").loses("deploy");
    then("deploy").is(QUEUED).asAttempt(1);
  }

  @Test
  void aRejectionCancelsTheJobAndSaysWhoAndWhy() {
    given(workflow(job("deploy").approvedBy("bob"), job("after").needs("deploy")));
    rejects("bob", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.REJECTED).saying("rejected by bob: not today");
    then("after").is(SKIPPED).because(ReasonCode.UPSTREAM);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
  }

  @Test
  void rejectedWhileASiblingRunsTheSiblingGoesOn() {
    given(workflow(job("deploy").approvedBy("bob"), job("test")));
    agent("a1").runs("test");
    rejects("bob", "deploy");
    then("test").is(RUNNING);
    thenRun().is(RunState.RUNNING);
    agent("a1").succeeds("test");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED).saying("deploy was cancelled");
  }

  @Test
  void whoApprovedMayStillBeOverruledWhileTheTimerRuns() {
    given(workflow(job("deploy").approvedBy("bob", "cem").waiting(HOUR)));
    approves("bob", "deploy");
    rejects("cem", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.REJECTED);
  }

  @Test
  void aHoldExpiresAfterADayWithoutAllApprovals() {
    given(workflow(job("deploy").approvedBy(2, "bob", "cem")));
    approves("bob", "deploy");
    passes(Duration.ofHours(24).minus(MOMENT));
    then("deploy").is(HELD);
    passes(MOMENT);
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED).saying("nobody approved it in time");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void anApprovalAtTheInstantOfExpiryIsTooLate() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("bob"), 1, HOUR, false))));
    world().goesOnWithoutATick(HOUR);
    approves("bob", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void anExpiryAtTheInstantOfTheApprovalComesToTheSame() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("bob"), 1, HOUR, false))));
    passes(HOUR);
    approves("bob", "deploy");
    thenReply().isLate();
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void anApprovalAMomentBeforeExpiryCounts() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("bob"), 1, HOUR, false))));
    world().goesOnWithoutATick(HOUR.minus(MOMENT));
    approves("bob", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void aHoldOrAWaitNeverOccupiesAnAgent() {
    given(workflow(job("held").approvedBy("bob"), job("waits").waiting(HOUR), job("runs")));
    agent("a1").registers(1, "linux").isOffered("held");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").isOffered("waits");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").isOffered("runs");
    then("runs").is(LEASED);
  }

  @Test
  void anApprovalOfWhatIsNotHeldIsLateOrRefused() {
    given(workflow(job("deploy").approvedBy("bob"), job("test").needs("deploy")));
    approves("bob", "deploy");
    approves("cem", "deploy");
    thenReply().isLate();
    approves("bob", "test");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void aHeldJobIsCancelledWithItsRun() {
    given(workflow(job("deploy").approvedBy("bob")));
    personCancels();
    then("deploy").is(CANCELLED).because(ReasonCode.USER);
    approves("bob", "deploy");
    thenReply().isLate();
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void aHeldRunThatIsRejectedIsCancelledWithItsJobs() {
    given(wholeRun(job("build")).heldFor(Approval.by("bob")));
    rejectsRun("bob");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED).saying("rejected by bob");
    then("build").is(CANCELLED);
  }

  @Test
  void aHeldRunExpiresAndNobodyCanApproveItAfterThat() {
    given(wholeRun(job("build")).heldFor(Approval.by("bob")));
    passes(Duration.ofHours(24));
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
    approvesRun("bob");
    thenReply().isLate();
  }

  @Test
  void aHeldRunCountsDistinctReviewersAndNotItsStarter() {
    given(
        wholeRun(job("build")).heldFor(new Approval(List.of(), 2, Approval.DEFAULT_EXPIRY, false)));
    approvesRun("ana");
    thenReply().isRefused(Refusal.Code.SELF_APPROVAL);
    approvesRun("bob");
    approvesRun("bob");
    thenReply().isLate();
    thenRun().is(RunState.HELD);
    approvesRun("cem");
    thenRun().is(RunState.QUEUED);
  }

  @Test
  void aHeldRunWithAStartDelayWaitsForBoth() {
    given(wholeRun(job("build")).heldFor(Approval.by("bob")).delayedBy(HOUR));
    approvesRun("bob");
    thenRun().is(RunState.HELD);
    passes(HOUR.minus(MOMENT));
    thenRun().is(RunState.HELD);
    passes(MOMENT);
    thenRun().is(RunState.QUEUED);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "HOLD", "APPROVE");
  }

  @Test
  void afterATimeWithoutAnyOrchestratorNoHoldExpiresBeforeThirtySecondsOfService() {
    given(workflow(job("deploy").approvedBy("bob"), job("build").waiting(HOUR)));
    nobodyServesFor(Duration.ofHours(25));
    then("deploy").is(HELD);
    then("build").is(QUEUED);
    passes(Duration.ofSeconds(30));
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void anApprovalOfAHeldRunAtTheInstantOfItsExpiryIsTooLate() {
    given(wholeRun(job("build")).heldFor(new Approval(List.of("bob"), 1, HOUR, false)));
    world().goesOnWithoutATick(HOUR);
    approvesRun("bob");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
    then("build").is(CANCELLED);
  }

  @Test
  void anApprovalOfAHeldRunAMomentBeforeItsExpiryCounts() {
    given(wholeRun(job("build")).heldFor(new Approval(List.of("bob"), 1, HOUR, false)));
    world().goesOnWithoutATick(HOUR.minus(MOMENT));
    approvesRun("bob");
    thenRun().is(RunState.QUEUED);
    then("build").is(QUEUED);
  }

  @Test
  void aHeldRunThatAPersonCancelsCannotBeApprovedAnyMore() {
    given(wholeRun(job("build")).heldFor(Approval.by("bob")));
    personCancels();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).inTheWords("cancelled by ana");
    then("build").is(CANCELLED);
    approvesRun("bob");
    thenReply().isLate();
    thenNothingIsLeftOpen();
  }

  @Test
  void aWaitingRunThatAPersonCancelsStartsNothingWhenItsTimeComes() {
    given(wholeRun(job("build")).delayedBy(HOUR));
    personCancels();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
    then("build").is(CANCELLED);
    passes(HOUR);
    thenRun().is(RunState.CANCELLED);
    agent("a1").isOffered("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void anApprovalIsNotAskedForAgainOnceThereIsAPlaceInTheGroup() {
    var deploy = workflow(job("deploy").approvedBy("bob").inGroup(StoryGroups.group("main")));
    given(deploy);
    RunId first = thisRun();
    approves("bob", "deploy");
    agent("a1").runs("deploy");
    RunId second = another(deploy);
    approves("bob", "deploy");
    then("deploy").is(QUEUED).because(ReasonCode.CONCURRENCY);
    passes(Duration.ofSeconds(20));
    inRun(first);
    agent("a1").heartbeats("deploy").succeeds("deploy");
    inRun(second);
    agent("a2").isOffered("deploy").rejects("deploy");
    then("deploy").is(QUEUED);
    agent("a3").runs("deploy");
    then("deploy").is(RUNNING).asAttempt(1);
    assertThat(rowsOf("deploy/1"))
        .containsExactly("HOLD", "APPROVE", "LEASE", "REQUEUE", "LEASE", "ACK", "START");
  }

  @Test
  void anApprovalIsOfOneRunAndOneJobOnly() {
    var twoPlaces = workflow(job("north").approvedBy("bob"), job("south").approvedBy("bob"));
    given(twoPlaces);
    RunId first = thisRun();
    another(twoPlaces);
    inRun(first);
    approves("bob", "north");
    then("north").is(QUEUED);
    then("south").is(HELD);
    inRun(new RunId("run-2"));
    then("north").is(HELD);
    then("south").is(HELD);
  }

  @Test
  void anApprovalOfARunIsNoneOfAnotherRunOfTheSameWorkflow() {
    var held = wholeRun(job("build")).heldFor(Approval.by("bob"));
    given(held);
    approvesRun("bob");
    thenRun().is(RunState.QUEUED);
    another(held);
    thenRun().is(RunState.HELD);
  }
}
