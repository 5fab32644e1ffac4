package dev.pawl.core.group;

import static dev.pawl.core.engine.story.StoryGroups.groupCommand;
import static dev.pawl.core.engine.story.StoryGroups.groupCommandCancellingInProgress;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.STARTING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Concurrency groups whose key the agent computes: `group-command`.
class ConcurrencyGroupCommandTest extends EngineStory {

  private static final Plan DEPLOY = workflow(job("deploy").inGroup(groupCommand()));

  /// A first run that holds the group, and a second whose agent is about to ask for it.
  private RunId secondBehindAHolder() {
    given(DEPLOY);
    agent("a1").prepares("deploy").reportsGroup("deploy", "deploy-main").starts("deploy");
    RunId second = another(DEPLOY);
    agent("a2").prepares("deploy");
    return second;
  }

  @Test
  void attemptWithAPlaceContinues() {
    given(DEPLOY);
    agent("a1").prepares("deploy").reportsGroup("deploy", "deploy-main");
    then("deploy").is(STARTING);
    thenGroup("deploy-main").isHeldBy(thisRun());
    agent("a1").starts("deploy");
    then("deploy").is(RUNNING);
  }

  @Test
  void aNameThatNoStoreCouldKeepFailsTheJob() {
    for (String name : List.of("g".repeat(6_000), "a\0b", "line\nline")) {
      given(DEPLOY);
      agent("a1").prepares("deploy").reportsGroup("deploy", name);
      then("deploy").is(FAILED).because(ReasonCode.USER);
      then("deploy").saying("the name that group-command printed");
      assertThat(run().state()).isEqualTo(RunState.FAILED);
    }
  }

  @Test
  void nothingStartsBeforeTheGroupIsReported() {
    given(DEPLOY);
    agent("a1").prepares("deploy").starts("deploy");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    then("deploy").is(STARTING);
  }

  @Test
  void attemptWithoutAPlaceWaitsWithoutItsAgent() {
    secondBehindAHolder();
    agent("a2").reportsGroup("deploy", "deploy-main");
    then("deploy")
        .is(QUEUED)
        .because(ReasonCode.CONCURRENCY)
        .inTheWords("Waiting for deploy-main (1 ahead)");
    assertThat(rowsOf("deploy/1#1")).containsExactly("ACK", "REVOKE");
    agent("a2").starts("deploy");
    thenReply().isStale();
  }

  @Test
  void reportedGroupStaysWithTheAttempt() {
    RunId second = secondBehindAHolder();
    agent("a2").reportsGroup("deploy", "deploy-main").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    inRun(second);
    agent("a2").isOffered("deploy");
    thenGroup("deploy-main").isHeldBy(second);
    agent("a2").acknowledges("deploy").starts("deploy");
    then("deploy").is(RUNNING);
  }

  @Test
  void waitForAGroupDoesNotCountAsRequeue() {
    RunId second = secondBehindAHolder();
    agent("a2").reportsGroup("deploy", "deploy-main");
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    inRun(second);
    for (int returned = 1; returned <= 5; returned++) {
      agent("r" + returned).isOffered("deploy").rejects("deploy");
      then("deploy").is(QUEUED);
    }
    agent("r6").isOffered("deploy").rejects("deploy");
    then("deploy").is(FAILED).because(ReasonCode.INFRA);
  }

  @Test
  void supersededAttemptIsCancelled() {
    Plan plan = workflow(job("deploy").inGroup(groupCommandCancellingInProgress()));
    given(plan);
    RunId first = thisRun();
    another(plan);
    agent("a2").prepares("deploy").reportsGroup("deploy", "main").starts("deploy");
    inRun(first);
    agent("a1").prepares("deploy").reportsGroup("deploy", "main");
    then("deploy").is(CANCELLED).because(ReasonCode.SUPERSEDED).inTheWords("Superseded by run #2");
    thenRun().is(RunState.CANCELLED);
    agent("a1").starts("deploy");
    thenReply().isStale();
  }

  @Test
  void missingGroupReportFailsAfterThirtySeconds() {
    given(DEPLOY);
    agent("a1").prepares("deploy");
    passes(Duration.ofSeconds(30).minusMillis(1));
    then("deploy").is(STARTING);
    passes(Duration.ofMillis(1));
    then("deploy")
        .is(FAILED)
        .because(ReasonCode.INFRA)
        .saying("`group-command` did not end in time");
    thenNothingIsLeftOpen();
  }

  @Test
  void onceReportedTheStartHasItsTenMinutes() {
    given(DEPLOY);
    agent("a1").prepares("deploy").reportsGroup("deploy", "main");
    agent("a1").keepsBeatingFor(Duration.ofMinutes(9), "deploy");
    then("deploy").is(STARTING);
  }

  @Test
  void aSecondReportIsLateAndChangesNoKey() {
    given(DEPLOY);
    agent("a1").prepares("deploy").reportsGroup("deploy", "main").reportsGroup("deploy", "other");
    thenReply().isLate();
    thenGroup("main").isHeldBy(thisRun());
    thenGroup("other").isEmpty();
  }

  @Test
  void groupReportWithoutGroupCommandIsRefused() {
    given(workflow(job("deploy")));
    agent("a1").prepares("deploy").reportsGroup("deploy", "main");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    agent("a1").starts("deploy").reportsGroup("deploy", "main");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }
}
