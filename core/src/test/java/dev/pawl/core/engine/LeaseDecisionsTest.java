package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RECOVERING;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.STARTING;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static dev.pawl.core.lifecycle.AttemptState.UPLOADING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.GrantLease;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.JobPolicyBuilder;
import dev.pawl.core.engine.story.StoryPlan.JobSpec;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Queue, leases and fencing.
class LeaseDecisionsTest extends EngineStory {

  @BeforeEach
  void aRunOfTwoJobs() {
    given(workflow(job("build").runsOn("linux", "gpu"), job("test")));
  }

  @Test
  void theFirstLeaseStartsTheRun() {
    thenRun().is(RunState.QUEUED);
    agent("a1").isOffered("build");
    then("build").is(LEASED);
    thenRun().is(RunState.RUNNING);
    assertThat(toldTo("a1"))
        .containsExactly(new Effect.Dispatch(new LeaseRef(new AttemptRef(0, 1), 1), "a1"));
  }

  @Test
  void anAcknowledgedLeaseIsActiveAndTheAttemptStarting() {
    agent("a1").isOffered("build").acknowledges("build");
    then("build").is(STARTING);
    agent("a1").starts("build");
    then("build").is(RUNNING);
    assertThat(rowsOf("build/1")).containsExactly("ENQUEUE", "LEASE", "ACK", "START");
  }

  @Test
  void anAttemptHasOneLeaseAtATime() {
    agent("a1").isOffered("build");
    agent("a2").isOffered("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void leaseForAnUnknownAttemptIsRefused() {
    isAsked(new GrantLease(new AttemptRef(7, 1), "a1"));
    thenReply().isRefused(Refusal.Code.UNKNOWN);
    isAsked(new GrantLease(new AttemptRef(0, 2), "a1"));
    thenReply().isRefused(Refusal.Code.UNKNOWN);
  }

  @Test
  void rejectedJobIsRequeuedWithTheNextLeaseNumber() {
    agent("a1").isOffered("build").rejects("build");
    then("build").is(QUEUED);
    agent("a2").isOffered("build");
    assertThat(toldTo("a2"))
        .containsExactly(new Effect.Dispatch(new LeaseRef(new AttemptRef(0, 1), 2), "a2"));
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void unacknowledgedLeaseIsRevokedAfterThirtySeconds() {
    agent("a1").isOffered("build");
    passes(Duration.ofSeconds(30).minusMillis(1));
    then("build").is(LEASED);
    passes(Duration.ofMillis(1));
    then("build").is(QUEUED);
    assertThat(rowsOf("build/1#1")).containsExactly("REVOKE");
    agent("a1").acknowledges("build");
    thenReply().isStale();
  }

  @Test
  void sixthReturnToTheQueueFailsTheJob() {
    for (int returned = 1; returned <= 5; returned++) {
      agent("a" + returned).isOffered("build").rejects("build");
      then("build").is(QUEUED);
    }
    agent("a6").isOffered("build").rejects("build");
    then("build").is(FAILED).because(ReasonCode.INFRA).saying("6 agents in a row failed");
  }

  @Test
  void aJobThatDoesNotStartInTenMinutesFails() {
    agent("a1").prepares("build");
    for (int minute = 1; minute < 10; minute++) {
      passes(Duration.ofMinutes(1));
      agent("a1").heartbeats("build");
    }
    then("build").is(STARTING);
    passes(Duration.ofMinutes(1));
    then("build")
        .is(FAILED)
        .because(ReasonCode.INFRA)
        .saying("the agent did not start the job in time");
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "REVOKE");
  }

  @Test
  void jobWithoutAgentFailsAfterADayNamingItsLabels() {
    passes(Duration.ofDays(1).minusMillis(1));
    then("build").is(QUEUED);
    passes(Duration.ofMillis(1));
    then("build").is(FAILED).because(ReasonCode.NO_AGENT).saying("linux").saying("gpu");
    thenRun().is(RunState.FAILED).because(ReasonCode.NO_AGENT);
  }

  @Test
  void duplicateAcknowledgementIsLate() {
    agent("a1").prepares("build").acknowledges("build");
    thenReply().isLate();
    agent("a1").rejects("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    then("build").is(STARTING);
  }

  @Test
  void unacknowledgedLeaseCannotStartOrComplete() {
    agent("a1").isOffered("build").starts("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").completes("build", EngineCommand.Outcome.SUCCESS, ReasonCode.OK);
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").acknowledgesTheCancelOf("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    then("build").is(LEASED);
  }

  @Test
  void agentOfAnotherOrgGetsNoJob() {
    agent("a1").registersIn("elsewhere", 4, "*").isOffered("build");
    thenReply().isRefused(Refusal.Code.UNFIT);
    then("build").is(QUEUED);
  }

  @Test
  void agentWithoutTheLabelGetsNoJob() {
    agent("a1").registers(4, "linux").isOffered("build");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a2").registers(4, "gpu", "linux", "arm").isOffered("build");
    then("build").is(LEASED);
  }

  @Test
  void agentWithoutFreeSlotGetsNoJob() {
    agent("a1").registers(1, "linux", "gpu").runs("build").isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a1").succeeds("build").isOffered("test");
    then("test").is(LEASED);
  }

  @Test
  void drainingAgentFinishesItsJobs() {
    agent("a1").registers(2, "linux", "gpu").runs("build").drains().isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a1").succeeds("build");
    then("build").is(SUCCESS);
    agent("a1").drains();
    thenReply().isLate();
  }

  @Test
  void itsOwnDrainIsOverWhenItRegistersAgain() {
    agent("a1").registers(2, "linux", "gpu").drains().registers(2, "linux", "gpu");
    agent("a1").isOffered("test");
    then("test").is(LEASED);
  }

  @Test
  void anOperatorsDrainOutlastsAnyRegistration() {
    agent("a1").registers(2, "linux", "gpu").isDrained().registers(2, "linux", "gpu");
    agent("a1").isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a1").isResumed().isOffered("test");
    then("test").is(LEASED);
  }

  @Test
  void operatorCannotEndTheAgentsOwnDrain() {
    agent("a1").registers(2, "linux", "gpu").isDrained().drains().isResumed().isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a1").registers(2, "linux", "gpu").isOffered("test");
    then("test").is(LEASED);
  }

  @Test
  void toDrainOrResumeWhatIsSoAlreadyIsLate() {
    agent("a1").registers(2, "linux", "gpu").isResumed();
    thenReply().isLate();
    agent("a1").isDrained().isDrained();
    thenReply().isLate();
    agent("a1").isRevoked().isResumed();
    thenReply().isLate();
  }

  @Test
  void revokedAgentLosesItsLeases() {
    agent("a1").registers(2, "linux", "gpu").runs("build").prepares("test").isRevoked();
    then("build").is(LOST).because(ReasonCode.LOST).saying("it was stolen");
    then("test").is(QUEUED);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "REVOKE");
    agent("a1").isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a1").registers(2, "linux");
    thenReply().isRefused(Refusal.Code.UNFIT);
    agent("a1").succeeds("build");
    thenReply().isStale();
  }

  @Test
  void agentBacksOffAfterARejection() {
    agent("a1").isOffered("build").rejects("build").isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    passes(Duration.ofSeconds(10).minusMillis(1));
    agent("a1").isOffered("test");
    thenReply().isRefused(Refusal.Code.UNFIT);
    passes(Duration.ofMillis(1));
    agent("a1").isOffered("test");
    then("test").is(LEASED);
  }

  @Test
  void attemptCutOffBeforeStartHasRunNothing() {
    agent("a1").prepares("build");
    passes(Duration.ofSeconds(130));
    then("build").is(QUEUED);
    agent("a1").starts("build");
    thenReply().isStale();
    agent("a2").runs("build");
    then("build").is(RUNNING).withSteps(StepState.PENDING);
    assertThat(rowsOf("build/1"))
        .containsExactly("ENQUEUE", "LEASE", "ACK", "REQUEUE", "LEASE", "ACK", "START");
  }

  @Test
  void aZombieHasFencedItselfBeforeItsSuccessorStarts() {
    Duration agentsOwnBound = Deadlines.DEFAULT.leaseTtl();
    agent("a1").prepares("build").heartbeats("build");
    passes(agentsOwnBound.plus(Deadlines.LEASE_MARGIN).minusMillis(1));
    agent("a2").isOffered("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    passes(Duration.ofMillis(1));
    agent("a2").isOffered("build");
    then("build").is(LEASED);
  }

  @Test
  void oldAttemptIsFencedBeforeTheNextStarts() {
    var atOnce = new Backoff(Duration.ZERO, 1, Duration.ZERO);
    var retry = new RetryPolicy(1, List.of(ReasonCode.LOST), atOnce);
    JobSpec build = job("build");
    given(workflow(build.with(JobPolicyBuilder.of(build.policy()).retry(retry).done())));
    agent("a1").runs("build").keepsBeatingFor(Duration.ofMinutes(5), "build");
    agent("a1").heartbeats("build");
    Duration agentsOwnBound = Duration.ofMinutes(2);
    passes(agentsOwnBound.plusSeconds(10).minusMillis(1));
    then("build").is(RECOVERING).asAttempt(1);
    agent("a2").isOffered("build");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    passes(Duration.ofMillis(1));
    passes(Duration.ZERO);
    agent("a2").runs("build");
    then("build").is(RUNNING).asAttempt(2);
    agent("a1").reports("build", 0, StepState.RUNNING);
    thenReply().isStale();
  }

  @Test
  void aHeartbeatRenewsWithoutAnEntryInTheJournal() {
    agent("a1").runs("build");
    int lines = world().journal().size();
    agent("a1").heartbeats("build");
    thenReply().changesNothing();
    assertThat(world().journal()).hasSize(lines);
  }

  @Test
  void aDuplicateCompletionMovesNothing() {
    agent("a1").does("build").completes("build", Outcome.FAILED, ReasonCode.USER);
    thenReply().isStale();
    then("build").is(SUCCESS);
  }

  @Test
  void aCompletionAfterReassignmentMovesNothing() {
    agent("a1").prepares("build");
    passes(Duration.ofSeconds(130));
    agent("a2").runs("build");
    agent("a1").completes("build", Outcome.FAILED, ReasonCode.USER);
    thenReply().isStale();
    agent("a2").succeeds("build");
    then("build").is(SUCCESS);
  }

  @Test
  void completionOfAnEarlierAttemptIsStale() {
    given(workflow(job("build").retried(1, ReasonCode.LOST)));
    agent("a1").runs("build");
    passes(Duration.ofSeconds(130));
    passes(Duration.ofMinutes(1));
    agent("a2").runs("build");
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    thenReply().isStale();
    then("build").is(RUNNING).asAttempt(2);
  }

  @Test
  void aLostSocketAloneChangesNothingButRunning() {
    agent("a1").isOffered("build").isOutOfReach("build");
    thenReply().isLate();
    agent("a1").acknowledges("build").isOutOfReach("build");
    thenReply().isLate();
    agent("a1").starts("build").isOutOfReach("build");
    then("build").is(RECOVERING);
  }

  @Test
  void aLostSocketChangesNothingWhileFilesAreUploaded() {
    agent("a1").runs("build").finishesSteps("build").uploads("build").isOutOfReach("build");
    thenReply().isLate();
    then("build").is(UPLOADING);
    thenRun().is(RunState.RUNNING);
    passes(Duration.ofSeconds(100));
    agent("a1").completesUpload("build");
    then("build").is(SUCCESS);
  }

  @Test
  void everyRequeueHasANewLeaseNumber() {
    agent("a1").isOffered("build").rejects("build");
    agent("a2").isOffered("build").rejects("build");
    agent("a3").isOffered("build");
    assertThat(agent("a3").lease("build").number()).isEqualTo(3);
  }

  @Test
  void jobsAreGivenToSeveralAgentsAtOnce() {
    agent("a1").runs("build");
    agent("a2").runs("test");
    agent("a2").succeeds("test");
    then("build").is(RUNNING);
    agent("a1").succeeds("build");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void agentBacksOffAfterAMissingAcknowledgement() {
    agent("a1").isOffered("build");
    passes(Duration.ofSeconds(30));
    agent("a1").isOffered("build");
    thenReply().isRefused(Refusal.Code.UNFIT);
    passes(Duration.ofSeconds(10));
    agent("a1").isOffered("build");
    then("build").is(LEASED);
  }
}
