package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.using;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.HELD;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RECOVERING;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.STARTING;
import static dev.pawl.core.lifecycle.AttemptState.TIMED_OUT;
import static dev.pawl.core.lifecycle.AttemptState.UPLOADING;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.StoryWorld;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Approval;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every transient state ends: the design's table, row by row, just before each deadline and at it.
class StateDeadlinesTest extends EngineStory {

  private static final Duration MOMENT = Duration.ofMillis(1);

  private void passesAllBut(Duration deadline) {
    passes(deadline.minus(MOMENT));
  }

  @Test
  void createdRunFailsAfterThreeMinutes() {
    givenATrigger();
    passesAllBut(Duration.ofMinutes(3));
    thenRun().is(RunState.CREATED);
    passes(MOMENT);
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLAN_FAIL", "FAIL");
  }

  @Test
  void planningRunFailsAfterThreeTriesOfAMinute() {
    givenATrigger();
    isAsked(new StartPlanning());
    passes(Duration.ofSeconds(60));
    passes(Duration.ofSeconds(60));
    passesAllBut(Duration.ofSeconds(60));
    thenRun().is(RunState.PLANNING);
    passes(MOMENT);
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aHeldJobExpiresAfterADay() {
    given(workflow(job("deploy").approvedBy("lead")));
    passesAllBut(Duration.ofHours(24));
    then("deploy").is(HELD);
    passes(MOMENT);
    then("deploy").is(CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void aHeldRunExpiresAfterADay() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    passesAllBut(Duration.ofHours(24));
    thenRun().is(RunState.HELD);
    passes(MOMENT);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.EXPIRED);
  }

  @Test
  void aWaitingJobIsQueuedAtItsOwnTime() {
    given(workflow(job("deploy").waiting(Duration.ofMinutes(7))));
    passesAllBut(Duration.ofMinutes(7));
    then("deploy").is(WAITING);
    passes(MOMENT);
    then("deploy").is(QUEUED);
  }

  @Test
  void aPendingJobEndsWithWhatItNeeds() {
    given(workflow(job("a"), job("b").needs("a")));
    passesAllBut(Duration.ofDays(1));
    then("b").is(PENDING);
    passes(MOMENT);
    then("b").is(SKIPPED).because(ReasonCode.UPSTREAM);
    thenNothingIsLeftOpen();
  }

  @Test
  void queuedJobFailsAfterADayAndNamesMissingLabels() {
    given(workflow(job("a").runsOn("linux", "gpu")));
    passesAllBut(Duration.ofDays(1));
    then("a").is(QUEUED);
    passes(MOMENT);
    then("a")
        .is(FAILED)
        .because(ReasonCode.NO_AGENT)
        .inTheWords("no agent had the labels [linux, gpu]");
  }

  @Test
  void onlyMissingLabelsAreNamed() {
    given(workflow(job("a").runsOn("linux", "gpu")));
    agent("a1").registers(1, "linux");
    passes(Duration.ofDays(1));
    then("a").is(FAILED).inTheWords("no agent had the labels [gpu]");
  }

  @Test
  void allLabelsAreNamedIfNoAgentHasTheCombination() {
    given(workflow(job("a").runsOn("linux", "gpu")));
    agent("a1").registers(1, "linux");
    agent("a2").registers(1, "gpu");
    passes(Duration.ofDays(1));
    then("a").is(FAILED).inTheWords("no agent had the labels [linux, gpu]");
  }

  @Test
  void busyAgentIsNamedAsNeverFree() {
    given(workflow(job("a")));
    agent("a1").registers(1, "linux").isDrained();
    passes(Duration.ofDays(1));
    then("a")
        .is(FAILED)
        .because(ReasonCode.NO_AGENT)
        .inTheWords("no agent with the labels [linux] was free in time");
  }

  @Test
  void aLeasedJobIsQueuedAgainAfterThirtySeconds() {
    given(workflow(job("a")));
    agent("a1").isOffered("a");
    passesAllBut(Duration.ofSeconds(30));
    then("a").is(LEASED);
    passes(MOMENT);
    then("a").is(QUEUED);
  }

  @Test
  void aStartingJobFailsAfterTenMinutes() {
    given(workflow(job("a")));
    agent("a1").prepares("a").keepsBeatingFor(Duration.ofMinutes(10).minus(MOMENT), "a");
    then("a").is(STARTING);
    passes(MOMENT);
    then("a").is(FAILED).because(ReasonCode.INFRA);
  }

  @Test
  void runningJobTimesOutAfterSixHoursPlusGraceAndHooks() {
    given(workflow(job("a")));
    Duration backstop =
        Duration.ofHours(6).plusSeconds(30).plus(Duration.ofMinutes(5)).plusSeconds(15);
    agent("a1").runs("a").keepsBeatingFor(backstop.minus(MOMENT), "a");
    then("a").is(RUNNING);
    passes(MOMENT);
    then("a").is(TIMED_OUT).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aRecoveringJobIsLostWithItsLease() {
    given(workflow(job("a")));
    agent("a1").runs("a").isOutOfReach("a");
    passesAllBut(Duration.ofSeconds(130));
    then("a").is(RECOVERING);
    passes(MOMENT);
    then("a").is(LOST);
  }

  @Test
  void anUploadIsCutOffAfterTenMinutes() {
    given(workflow(job("a")));
    agent("a1").runs("a").uploads("a");
    agent("a1").keepsBeatingFor(Duration.ofMinutes(10).minus(MOMENT), "a");
    then("a").is(UPLOADING);
    passes(MOMENT);
    then("a").is(FAILED).inTheWords("the upload was stopped before its end");
    assertThat(rowsOf("a/1#1")).containsExactly("ACK", "REVOKE");
  }

  @Test
  void cancelIsForcedAfterGraceHooksAndMargin() {
    given(workflow(job("a").withGrace(Duration.ofSeconds(40))));
    agent("a1").runs("a");
    personCancels();
    Duration bound = Duration.ofSeconds(40).plusMinutes(5).plusSeconds(15);
    agent("a1").keepsBeatingFor(bound.minus(MOMENT), "a");
    then("a").is(CANCELLING);
    passes(MOMENT);
    then("a").is(CANCELLED).because(ReasonCode.USER);
    assertThat(rowsOf("a/1")).endsWith("CANCEL_GRACEFUL", "CANCEL_FORCE");
  }

  @Test
  void aRunningRunHasNoTimeOutUnlessOneIsSet() {
    given(workflow(job("a").timingOutAfter(Duration.ofDays(9))));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofDays(1), "a");
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void aRunningRunIsCancelledGracefullyByItsTimeOut() {
    given(wholeRun(job("a"), job("b").needs("a")).timingOutAfter(Duration.ofMinutes(3)));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofMinutes(3).minus(MOMENT), "a");
    thenRun().is(RunState.RUNNING);
    passes(MOMENT);
    thenRun().is(RunState.CANCELLING).because(ReasonCode.TIMEOUT);
    then("a").is(CANCELLING);
    then("b").is(CANCELLED).because(ReasonCode.TIMEOUT);
    agent("a1").acknowledgesTheCancelOf("a");
    thenRun().is(RunState.TIMED_OUT);
  }

  @Test
  void runTimeoutWithNothingRunningEndsTheRun() {
    given(wholeRun(job("a"), job("b").needs("a")).timingOutAfter(Duration.ofMinutes(3)));
    agent("a1").does("a");
    passes(Duration.ofMinutes(3));
    thenRun().is(RunState.TIMED_OUT);
    then("b").is(CANCELLED);
  }

  @Test
  void holdsDoNotCountForTheRunsTimeOut() {
    given(
        wholeRun(job("a"), job("deploy").needs("a").approvedBy("lead"))
            .timingOutAfter(Duration.ofMinutes(10)));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofMinutes(4), "a").succeeds("a");
    passes(Duration.ofHours(5));
    approves("lead", "deploy");
    agent("a1").runs("deploy");
    agent("a1").keepsBeatingFor(Duration.ofMinutes(6).minus(MOMENT), "deploy");
    thenRun().is(RunState.RUNNING);
    passes(MOMENT);
    thenRun().is(RunState.CANCELLING).because(ReasonCode.TIMEOUT);
  }

  @Test
  void holdBeforeTheStartDoesNotExtendTheTimeout() {
    given(wholeRun(job("deploy").approvedBy("lead")).timingOutAfter(Duration.ofMinutes(10)));
    passes(Duration.ofHours(5));
    approves("lead", "deploy");
    agent("a1").runs("deploy").keepsBeatingFor(Duration.ofMinutes(10).minus(MOMENT), "deploy");
    thenRun().is(RunState.RUNNING);
    passes(MOMENT);
    thenRun().is(RunState.CANCELLING).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aHoldBesideAJobThatRunsDoesCount() {
    given(
        wholeRun(job("a"), job("deploy").approvedBy("lead")).timingOutAfter(Duration.ofMinutes(3)));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofMinutes(3), "a");
    thenRun().is(RunState.CANCELLING).because(ReasonCode.TIMEOUT);
  }

  @Test
  void aProbeOfABreakerEndsWithItsLease() {
    given(workflow(job("a").withSteps(using("docker")), job("b").withSteps(using("docker"))));
    world().use(ToolProfile.breaking(1, Duration.ofSeconds(60), 1, List.of()));
    agent("a1").runs("a").asksForTheToolOf("a", 0);
    agent("a1").usesTheToolOf("a", 0, StepState.FAILED, 1, ReasonCode.INFRA);
    thenBreaker("docker").is(BreakerState.OPEN);
    agent("a2").runs("b").keepsBeatingFor(Duration.ofSeconds(60), "b").asksForTheToolOf("b", 0);
    thenBreaker("docker").is(BreakerState.HALF_OPEN);
    passes(Duration.ofSeconds(130));
    then("b").is(LOST);
    thenBreaker("docker").is(BreakerState.OPEN);
  }

  @Test
  void whateverHappensTimeAloneEndsARun() {
    given(
        workflow(
            job("held").approvedBy("lead"),
            job("waits").waiting(Duration.ofHours(1)),
            job("runs"),
            job("needs").needs("held", "waits", "runs")));
    agent("a1").runs("runs");
    world().letTimeEndIt();
    thenNothingIsLeftOpen();
  }

  @Test
  void everyStateThatIsNotOverHasADeadline() {
    given(workflow(job("a"), job("b").needs("a")));
    assertThat(world().nextDue()).contains(StoryWorld.BEGINNING.plus(Duration.ofDays(1)));
    agent("a1").isOffered("a");
    assertThat(world().nextDue()).contains(StoryWorld.BEGINNING.plusSeconds(30));
    agent("a1").acknowledges("a");
    assertThat(world().nextDue()).contains(StoryWorld.BEGINNING.plusSeconds(130));
    agent("a1").starts("a");
    assertThat(world().nextDue()).contains(StoryWorld.BEGINNING.plusSeconds(45));
    personForces();
    assertThat(world().nextDue()).isEmpty();
  }
}
