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
    given(workflow(job("deploy").approvedBy("lead")));
    then("deploy").is(HELD).because(ReasonCode.APPROVAL);
    approves("lead", "deploy");
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
  void approvedJobIsHeldUntilItsTimerIsOver() {
    given(workflow(job("deploy").approvedBy("lead").waiting(HOUR)));
    approves("lead", "deploy");
    then("deploy").is(HELD);
    passes(HOUR.minus(MOMENT));
    then("deploy").is(HELD);
    passes(MOMENT);
    then("deploy").is(QUEUED);
    assertThat(rowsOf("deploy/1")).containsExactly("HOLD", "APPROVE");
  }

  @Test
  void jobIsHeldForReviewersAfterItsTimer() {
    given(workflow(job("deploy").approvedBy("lead").waiting(HOUR)));
    passes(HOUR.multipliedBy(2));
    then("deploy").is(HELD);
    approves("lead", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void timerMayOutlastAnApprovedHold() {
    given(workflow(job("deploy").approvedBy("lead").waiting(Duration.ofDays(3))));
    approves("lead", "deploy");
    passes(Duration.ofDays(2));
    then("deploy").is(HELD);
    passes(Duration.ofDays(1));
    then("deploy").is(QUEUED);
  }

  @Test
  void distinctReviewersAreCounted() {
    given(workflow(job("deploy").approvedBy(2, "lead", "maintainer")));
    approves("lead", "deploy");
    approves("lead", "deploy");
    thenReply().isLate();
    then("deploy").is(HELD);
    approves("maintainer", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void onlyReviewersApproveOrReject() {
    given(workflow(job("deploy").approvedBy("lead")));
    approves("auditor", "deploy");
    thenReply().isRefused(Refusal.Code.NOT_A_REVIEWER);
    rejects("auditor", "deploy");
    thenReply().isRefused(Refusal.Code.NOT_A_REVIEWER);
    then("deploy").is(HELD);
  }

  @Test
  void aTeamMayReview() {
    given(workflow(job("deploy").approvedBy("team:ops")));
    approves("auditor", "deploy", "team:web");
    thenReply().isRefused(Refusal.Code.NOT_A_REVIEWER);
    approves("auditor", "deploy", "team:web", "team:ops");
    then("deploy").is(QUEUED);
  }

  @Test
  void anybodyMayReviewWhereNobodyIsNamed() {
    given(workflow(job("deploy").approvedBy()));
    approves("auditor", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void starterCannotApproveTheRun() {
    given(workflow(job("deploy").approvedBy("dev", "lead")));
    approves("dev", "deploy");
    thenReply().isRefused(Refusal.Code.SELF_APPROVAL);
    then("deploy").is(HELD);
  }

  @Test
  void ownerOfALocalStoreCountsForAllReviewers() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("lead", "cem"), 2, HOUR, false))));
    ownerApproves("dev", "deploy");
    then("deploy").is(QUEUED);
    assertThat(lastApproval())
        .isEqualTo(
            "approved by dev as owner of the local store, instead of lead, cem; counts for all 2"
                + " missing approvals");
  }

  private String lastApproval() {
    return world().journal().stream()
        .filter(line -> line.event().equals("JOB_APPROVED"))
        .reduce((_, last) -> last)
        .map(line -> line.cause().reason().message())
        .orElse("");
  }

  @Test
  void ownerOfALocalStoreCompletesOthersApprovals() {
    given(
        workflow(
            job("deploy")
                .approvedBy(new Approval(List.of(), 2, Approval.DEFAULT_EXPIRY, false))
                .waiting(HOUR)));
    approves("lead", "deploy");
    then("deploy").is(HELD);
    ownerApproves("lead", "deploy");
    ownerApproves("lead", "deploy");
    thenReply().isLate();
    passes(HOUR);
    then("deploy").is(QUEUED);
  }

  /// Reviewers had an orchestrator all the time, however short that was.
  @Test
  void aHoldThatBeganWhileServedExpiresInTime() {
    world().nobodyServesFor(HOUR);
    Duration seconds = Duration.ofSeconds(4);
    given(workflow(job("deploy").approvedBy(new Approval(List.of(), 1, seconds, false))));
    passes(seconds);
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void ownerOfALocalStoreMayReject() {
    given(workflow(job("deploy").approvedBy("lead")));
    ownerRejects("dev", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.REJECTED);
  }

  @Test
  void ownerOfALocalStoreMayReleaseAHeldRun() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead", "cem")));
    ownerApprovesRun("dev");
    thenRun().is(RunState.QUEUED);
  }

  @Test
  void starterMayApproveIfTheEnvironmentAllowsIt() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("dev"), 1, HOUR, true))));
    approves("dev", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void anApprovalHoldsThroughARetry() {
    given(workflow(job("deploy").approvedBy("lead").retried(1, ReasonCode.USER), job("b")));
    approves("lead", "deploy");
    agent("a1").runs("deploy").fails("deploy");
    then("deploy").is(WAITING).because(ReasonCode.BACKOFF).asAttempt(2);
    passes(Duration.ofMinutes(1));
    then("deploy").is(QUEUED);
  }

  @Test
  void anApprovalHoldsThroughARetryByHand() {
    given(workflow(job("deploy").approvedBy("lead"), job("b")));
    approves("lead", "deploy");
    agent("a1").runs("deploy").fails("deploy");
    personRetries("deploy");
    then("deploy").is(QUEUED).asAttempt(2);
  }

  @Test
  void anApprovalHoldsThroughTheWaitForAGroup() {
    given(workflow(job("deploy").approvedBy("lead").inGroup(StoryGroups.groupCommand()), job("b")));
    approves("lead", "deploy");
    agent("a1").prepares("deploy");
    passes(Duration.ofSeconds(20));
    agent("a1").loses("deploy");
    then("deploy").is(QUEUED).asAttempt(1);
  }

  @Test
  void aRejectionCancelsTheJobAndSaysWhoAndWhy() {
    given(workflow(job("deploy").approvedBy("lead"), job("after").needs("deploy")));
    rejects("lead", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.REJECTED).saying("rejected by lead: not today");
    then("after").is(SKIPPED).because(ReasonCode.UPSTREAM);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
  }

  @Test
  void rejectedWhileASiblingRunsTheSiblingGoesOn() {
    given(workflow(job("deploy").approvedBy("lead"), job("test")));
    agent("a1").runs("test");
    rejects("lead", "deploy");
    then("test").is(RUNNING);
    thenRun().is(RunState.RUNNING);
    agent("a1").succeeds("test");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED).saying("deploy was cancelled");
  }

  @Test
  void approvedJobMayBeRejectedWhileItsTimerRuns() {
    given(workflow(job("deploy").approvedBy("lead", "maintainer").waiting(HOUR)));
    approves("lead", "deploy");
    rejects("maintainer", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.REJECTED);
  }

  @Test
  void aHoldExpiresAfterADayWithoutAllApprovals() {
    given(workflow(job("deploy").approvedBy(2, "lead", "maintainer")));
    approves("lead", "deploy");
    passes(Duration.ofHours(24).minus(MOMENT));
    then("deploy").is(HELD);
    passes(MOMENT);
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED).saying("nobody approved it in time");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void anApprovalAtTheInstantOfExpiryIsTooLate() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("lead"), 1, HOUR, false))));
    world().goesOnWithoutATick(HOUR);
    approves("lead", "deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void expiryAtTheInstantOfTheApprovalWins() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("lead"), 1, HOUR, false))));
    passes(HOUR);
    approves("lead", "deploy");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED);
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void anApprovalAMomentBeforeExpiryCounts() {
    given(workflow(job("deploy").approvedBy(new Approval(List.of("lead"), 1, HOUR, false))));
    world().goesOnWithoutATick(HOUR.minus(MOMENT));
    approves("lead", "deploy");
    then("deploy").is(QUEUED);
  }

  @Test
  void aHoldOrAWaitNeverOccupiesAnAgent() {
    given(workflow(job("held").approvedBy("lead"), job("waits").waiting(HOUR), job("runs")));
    agent("a1").registers(1, "linux").isOffered("held");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").isOffered("waits");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").isOffered("runs");
    then("runs").is(LEASED);
  }

  @Test
  void approvalOfAJobThatIsNotHeldIsLateOrRefused() {
    given(workflow(job("deploy").approvedBy("lead"), job("test").needs("deploy")));
    approves("lead", "deploy");
    approves("maintainer", "deploy");
    thenReply().isLate();
    approves("lead", "test");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void aHeldJobIsCancelledWithItsRun() {
    given(workflow(job("deploy").approvedBy("lead")));
    personCancels();
    then("deploy").is(CANCELLED).because(ReasonCode.USER);
    approves("lead", "deploy");
    thenReply()
        .isRefused(Refusal.Code.ALREADY_ENDED)
        .inTheWords("job 'deploy' has ended: cancelled");
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void rejectedRunIsCancelledWithItsJobs() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    rejectsRun("lead");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED).saying("rejected by lead");
    then("build").is(CANCELLED);
  }

  @Test
  void expiredRunCannotBeApproved() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    passes(Duration.ofHours(24));
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
    approvesRun("lead");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED).inTheWords("run #1 has ended: cancelled");
  }

  @Test
  void aHeldRunCountsDistinctReviewersAndNotItsStarter() {
    given(
        wholeRun(job("build")).heldFor(new Approval(List.of(), 2, Approval.DEFAULT_EXPIRY, false)));
    approvesRun("dev");
    thenReply().isRefused(Refusal.Code.SELF_APPROVAL);
    approvesRun("lead");
    approvesRun("lead");
    thenReply().isLate();
    thenRun().is(RunState.HELD);
    approvesRun("maintainer");
    thenRun().is(RunState.QUEUED);
  }

  @Test
  void aHeldRunWithAStartDelayWaitsForBoth() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")).delayedBy(HOUR));
    approvesRun("lead");
    thenRun().is(RunState.HELD);
    passes(HOUR.minus(MOMENT));
    thenRun().is(RunState.HELD);
    passes(MOMENT);
    thenRun().is(RunState.QUEUED);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "HOLD", "APPROVE");
  }

  @Test
  void noHoldExpiresInTheFirstThirtySecondsOfService() {
    given(workflow(job("deploy").approvedBy("lead"), job("build").waiting(HOUR)));
    nobodyServesFor(Duration.ofHours(25));
    then("deploy").is(HELD);
    then("build").is(QUEUED);
    passes(Duration.ofSeconds(30));
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void approvalOfARunAtItsExpiryIsTooLate() {
    given(wholeRun(job("build")).heldFor(new Approval(List.of("lead"), 1, HOUR, false)));
    world().goesOnWithoutATick(HOUR);
    approvesRun("lead");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
    then("build").is(CANCELLED);
  }

  @Test
  void approvalOfARunJustBeforeItsExpiryCounts() {
    given(wholeRun(job("build")).heldFor(new Approval(List.of("lead"), 1, HOUR, false)));
    world().goesOnWithoutATick(HOUR.minus(MOMENT));
    approvesRun("lead");
    thenRun().is(RunState.QUEUED);
    then("build").is(QUEUED);
  }

  @Test
  void cancelledHeldRunCannotBeApproved() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    personCancels();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).inTheWords("cancelled by dev");
    then("build").is(CANCELLED);
    approvesRun("lead");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED);
    thenNothingIsLeftOpen();
  }

  @Test
  void cancelledWaitingRunStartsNothing() {
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
  void approvalIsKeptWhileWaitingForTheGroup() {
    var deploy = workflow(job("deploy").approvedBy("lead").inGroup(StoryGroups.group("main")));
    given(deploy);
    RunId first = thisRun();
    approves("lead", "deploy");
    agent("a1").runs("deploy");
    RunId second = another(deploy);
    approves("lead", "deploy");
    then("deploy").is(QUEUED);
    why("deploy").because(ReasonCode.CONCURRENCY);
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
    var twoPlaces = workflow(job("north").approvedBy("lead"), job("south").approvedBy("lead"));
    given(twoPlaces);
    RunId first = thisRun();
    another(twoPlaces);
    inRun(first);
    approves("lead", "north");
    then("north").is(QUEUED);
    then("south").is(HELD);
    inRun(new RunId("run-2"));
    then("north").is(HELD);
    then("south").is(HELD);
  }

  @Test
  void approvalOfARunDoesNotCountForAnother() {
    var held = wholeRun(job("build")).heldFor(Approval.by("lead"));
    given(held);
    approvesRun("lead");
    thenRun().is(RunState.QUEUED);
    another(held);
    thenRun().is(RunState.HELD);
  }
}
