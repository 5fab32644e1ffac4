package dev.pawl.core.group;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryGroups.cancelInProgress;
import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryGroups.newest;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.RunSpec;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.GroupRule;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Concurrency groups whose key the orchestrator knows.
class ConcurrencyGroupsTest extends EngineStory {

  private static RunSpec runIn(GroupRule rule) {
    return wholeRun(job("deploy")).inGroup(rule);
  }

  private void thenItMayStart() {
    agent("a2").isOffered("deploy");
    thenReply().isAccepted();
    then("deploy").is(LEASED);
  }

  private void thenItMustWait() {
    agent("a2").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
  }

  /// A run that waits behind one whose only job runs.
  private RunId waiterBehindAHolder() {
    given(runIn(group("main")));
    agent("a1").runs("deploy");
    RunId waiter = another(runIn(group("main")));
    thenItMustWait();
    inRun(new RunId("run-1"));
    return waiter;
  }

  @Test
  void aWaitForAGroupIsTheRunsReason() {
    RunId waiter = waiterBehindAHolder();
    inRun(waiter);
    thenRun()
        .is(RunState.QUEUED)
        .because(ReasonCode.CONCURRENCY)
        .inTheWords("Waiting for main (1 ahead)");
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    inRun(waiter);
    thenItMayStart();
    thenRun().is(RunState.RUNNING).because(ReasonCode.PROGRESS);
  }

  @Test
  void aWaitForAGroupIsTheJobsReason() {
    given(workflow(job("deploy").inGroup(group("main"))));
    agent("a1").runs("deploy");
    another(workflow(job("deploy").inGroup(group("main"))));
    agent("a2").isOffered("deploy");
    then("deploy")
        .is(QUEUED)
        .because(ReasonCode.CONCURRENCY)
        .inTheWords("Waiting for main (1 ahead)");
  }

  @Test
  void aReplacedWaiterIsNotAhead() {
    given(runIn(newest("main")));
    agent("a1").runs("deploy");
    another(runIn(newest("main")));
    another(runIn(newest("main")));
    thenRun().because(ReasonCode.CONCURRENCY).inTheWords("Waiting for main (1 ahead)");
  }

  @Test
  void secondRunStartsWhenTheFirstSucceeds() {
    RunId waiter = waiterBehindAHolder();
    agent("a1").succeeds("deploy");
    inRun(waiter);
    thenItMayStart();
  }

  @Test
  void aWaitingRunWakesWhenTheHolderFails() {
    RunId waiter = waiterBehindAHolder();
    agent("a1").fails("deploy");
    inRun(waiter);
    thenItMayStart();
  }

  @Test
  void aWaitingRunWakesWhenTheHolderIsCancelled() {
    RunId waiter = waiterBehindAHolder();
    personCancels();
    inRun(waiter);
    thenItMustWait();
    inRun(new RunId("run-1"));
    agent("a1").acknowledgesTheCancelOf("deploy");
    inRun(waiter);
    thenItMayStart();
  }

  @Test
  void aWaitingRunWakesWhenTheStartingHolderIsForced() {
    given(runIn(group("main")));
    agent("a1").prepares("deploy");
    RunId waiter = another(runIn(group("main")));
    inRun(new RunId("run-1"));
    personForces();
    inRun(waiter);
    thenItMayStart();
  }

  @Test
  void aWaitingRunWakesWhenTheHolderIsLost() {
    RunId waiter = waiterBehindAHolder();
    passes(Duration.ofSeconds(130));
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST);
    inRun(waiter);
    thenItMayStart();
  }

  @Test
  void aWaitingRunWakesWhenTheHolderTimesOut() {
    RunId waiter = waiterBehindAHolder();
    agent("a1").completes("deploy", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    inRun(waiter);
    thenItMayStart();
  }

  @Test
  void allWaitAndTheOldestGoesFirst() {
    RunId second = waiterBehindAHolder();
    RunId third = another(runIn(group("main")));
    thenGroup("main").isHeldBy(new RunId("run-1")).isWaitedForBy(second, third);
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    inRun(third);
    thenItMustWait();
    inRun(second);
    thenItMayStart();
  }

  @Test
  void waitingJobNamesItsGroupAndThoseAhead() {
    given(workflow(job("deploy").inGroup(group("deploy-main"))));
    agent("a1").runs("deploy");
    another(workflow(job("deploy").inGroup(group("deploy-main"))));
    then("deploy").is(QUEUED);
    why("deploy").because(ReasonCode.CONCURRENCY).inTheWords("Waiting for deploy-main (1 ahead)");
  }

  @Test
  void placeIsTakenInTheCommitOfTheLease() {
    given(workflow(job("deploy").inGroup(group("main"))));
    thenGroup("main").isHeldBy().isWaitedForBy(thisRun());
    agent("a1").isOffered("deploy");
    thenGroup("main").isHeldBy(thisRun());
  }

  @Test
  void placeIsReturnedInTheCommitThatEndsTheAttempt() {
    given(workflow(job("deploy").inGroup(group("main")), job("other")));
    agent("a1").does("deploy");
    thenGroup("main").isEmpty();
  }

  @Test
  void anAttemptThatIsRequeuedWaitsWhereItDidBefore() {
    given(workflow(job("deploy").inGroup(group("main"))));
    RunId first = thisRun();
    agent("a1").isOffered("deploy");
    RunId second = another(workflow(job("deploy").inGroup(group("main"))));
    inRun(first);
    agent("a1").rejects("deploy");
    thenGroup("main").isHeldBy().isWaitedForBy(first, second);
    inRun(second);
    thenItMustWait();
  }

  @Test
  void anAttemptInItsBackoffHoldsNoPlace() {
    given(workflow(job("deploy").inGroup(group("main")).retried(1, ReasonCode.USER)));
    agent("a1").runs("deploy").fails("deploy");
    then("deploy").is(WAITING);
    thenGroup("main").isEmpty();
    another(workflow(job("deploy").inGroup(group("main"))));
    thenItMayStart();
  }

  @Test
  void aCancelledWaiterLeavesAndMustNotStart() {
    RunId waiter = waiterBehindAHolder();
    inRun(waiter);
    personCancels();
    thenRun().is(RunState.CANCELLED);
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    thenGroup("main").isEmpty();
    inRun(waiter);
    agent("a2").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    then("deploy").is(CANCELLED);
  }

  @Test
  void newestLetsOneWaitAndANewerOneReplacesIt() {
    given(runIn(newest("main")));
    agent("a1").runs("deploy");
    RunId second = another(runIn(newest("main")));
    RunId third = another(runIn(newest("main")));
    thenGroup("main").isHeldBy(new RunId("run-1")).isWaitedForBy(third);
    inRun(second);
    thenRun()
        .is(RunState.CANCELLED)
        .because(ReasonCode.SUPERSEDED)
        .inTheWords("Superseded by run #3");
    inRun(new RunId("run-1"));
    then("deploy").is(RUNNING);
  }

  @Test
  void replacedRunCannotStart() {
    given(runIn(newest("main")));
    agent("a1").runs("deploy");
    RunId second = another(runIn(newest("main")));
    world().holdEffectsBack();
    another(runIn(newest("main")));
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    inRun(second);
    thenRun().is(RunState.QUEUED);
    thenItMustWait();
    world().letEffectsHappen();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.SUPERSEDED);
  }

  @Test
  void cancelInProgressCancelsTheOlderHolderGracefully() {
    given(runIn(cancelInProgress("main")));
    agent("a1").runs("deploy");
    RunId newcomer = another(runIn(cancelInProgress("main")));
    thenItMustWait();
    inRun(new RunId("run-1"));
    then("deploy").is(CANCELLING);
    thenRun().is(RunState.CANCELLING).inTheWords("Superseded by run #2");
    agent("a1").acknowledgesTheCancelOf("deploy");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.SUPERSEDED);
    inRun(newcomer);
    thenItMayStart();
  }

  @Test
  void anOlderRunThatComesLateIsSupersededAtOnce() {
    given(workflow(job("slow"), job("deploy").needs("slow").inGroup(cancelInProgress("main"))));
    agent("a1").runs("slow");
    another(workflow(job("deploy").inGroup(cancelInProgress("main"))));
    agent("a2").runs("deploy");
    inRun(new RunId("run-1"));
    agent("a1").succeeds("slow");
    then("deploy").is(CANCELLED).inTheWords("Superseded by run #2");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.SUPERSEDED);
  }

  @Test
  void maxOfThreeIsKeptWhileASupersededHolderCleansUp() {
    for (int run = 1; run <= 3; run++) {
      another(runIn(group("main", 3)));
      agent("a1").runs("deploy");
    }
    RunId newcomer = another(runIn(cancelInProgress("main", 3)));
    thenItMustWait();
    assertThat(world().group("default:repo#main").holders()).hasSize(3);
    inRun(new RunId("run-2"));
    agent("a1").acknowledgesTheCancelOf("deploy");
    inRun(newcomer);
    thenItMayStart();
    assertThat(world().group("default:repo#main").holders()).hasSize(3);
  }

  @Test
  void groupBelongsToItsRepositoryOrTheOrganisation() {
    given(runIn(group("org:prod")));
    assertThat(world().group("default:#org:prod").members()).hasSize(1);
    assertThat(world().group("default:repo#org:prod").members()).isEmpty();
  }

  @Test
  void aRunKeepsItsPlaceBetweenItsJobs() {
    given(wholeRun(job("a"), job("b").needs("a")).inGroup(group("main")));
    RunId first = thisRun();
    agent("a1").does("a");
    another(runIn(group("main")));
    thenItMustWait();
    thenGroup("main").isHeldBy(first);
  }

  @Test
  void newcomerWaitsWhileTwoHoldersCleanUp() {
    for (int run = 1; run <= 3; run++) {
      another(runIn(group("main", 3)));
      agent("a1").runs("deploy");
    }
    RunId newcomer = another(runIn(cancelInProgress("main", 3)));
    inRun(new RunId("run-1"));
    agent("a1").acknowledgesTheCancelOf("deploy");
    inRun(newcomer);
    agent("a1").runs("deploy");
    RunId second = another(runIn(cancelInProgress("main", 3)));
    thenItMustWait();
    for (RunId holder : List.of(new RunId("run-2"), new RunId("run-3"), newcomer)) {
      inRun(holder);
      then("deploy").is(CANCELLING);
    }
    thenGroup("main")
        .isHeldBy(new RunId("run-2"), new RunId("run-3"), newcomer)
        .isWaitedForBy(second);
    agent("a1").acknowledgesTheCancelOf("deploy");
    inRun(second);
    thenItMayStart();
    thenGroup("main").isHeldBy(new RunId("run-2"), new RunId("run-3"), second);
  }
}
