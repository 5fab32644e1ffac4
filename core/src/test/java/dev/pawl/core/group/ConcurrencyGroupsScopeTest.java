package dev.pawl.core.group;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryGroups.cancelInProgress;
import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryGroups.newest;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.HELD;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.run.RepositoryIdentity;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The scope of a concurrency group: repositories, and jobs as well as runs, from when they are
/// ready.
class ConcurrencyGroupsScopeTest extends EngineStory {

  private static final RunId FIRST = new RunId("run-1");
  private static final Duration HOUR = Duration.ofHours(1);

  private static Plan jobIn(GroupRule rule) {
    return workflow(job("deploy").inGroup(rule), job("other"));
  }

  private static Plan runIn(String key) {
    return wholeRun(job("deploy")).inGroup(group(key)).plan();
  }

  /// Another run of the same group may start.
  private void thenAnotherMayStart() {
    another(jobIn(group("main")));
    agent("a2").isOffered("deploy");
    then("deploy").is(LEASED);
  }

  @Test
  void sameKeyInTwoRepositoriesDoesNotBlock() {
    given(runIn("main"));
    agent("a1").runs("deploy");
    anotherOf("elsewhere", runIn("main"));
    agent("a2").isOffered("deploy");
    then("deploy").is(LEASED);
    another(runIn("main"));
    agent("a2").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
  }

  @Test
  void sameKeyInTwoOrgsDoesNotBlock() {
    given(runIn("org:prod"));
    agent("a1").runs("deploy");
    anotherIn("elsewhere", runIn("org:prod"));
    agent("a2").registersIn("elsewhere", 1, "*").isOffered("deploy");
    then("deploy").is(LEASED);
  }

  @Test
  void ofRunsOfTwoRepositoriesTheOneThatJoinsLaterIsTheNewerOne() {
    GroupRule rule = cancelInProgress("org:prod");
    given(workflow(job("slow"), job("deploy").needs("slow").inGroup(rule)));
    agent("a1").runs("slow");
    RunId elsewhere = anotherOf("elsewhere", jobIn(rule));
    agent("a2").runs("deploy");
    inRun(FIRST);
    agent("a1").succeeds("slow");
    inRun(elsewhere);
    then("deploy").is(CANCELLING).inTheWords("Superseded by run #1");
  }

  @Test
  void aGroupOfTheOrganisationBlocksAcrossRepositories() {
    given(runIn("org:prod"));
    agent("a1").runs("deploy");
    RunId waiter = anotherOf("elsewhere", runIn("org:prod"));
    agent("a2").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    why().because(ReasonCode.CONCURRENCY).inTheWords("Waiting for org:prod (1 ahead)");
    inRun(FIRST);
    agent("a1").succeeds("deploy");
    inRun(waiter);
    agent("a2").isOffered("deploy");
    then("deploy").is(LEASED);
  }

  @Test
  void aRepositoryOnAHostCalledOrgHasItsOwnGroups() {
    String repository = RepositoryIdentity.of("https://org:8443/acme/shop");
    given(workflow(job("unrelated")));
    RunId holder = anotherOf(repository, runIn("deploy"));
    agent("a1").runs("deploy");
    anotherOf("elsewhere", runIn("org:8443/acme/shop#deploy"));
    agent("a2").isOffered("deploy");
    then("deploy").is(LEASED);
    anotherOf(repository, runIn("deploy"));
    why().inTheWords("Waiting for deploy (1 ahead)");
    inRun(holder);
    then("deploy").is(RUNNING);
  }

  @Test
  void newerJobCancelsTheOlderJobButNotItsRun() {
    given(jobIn(cancelInProgress("main")));
    agent("a1").runs("deploy").runs("other");
    RunId newcomer = another(jobIn(cancelInProgress("main")));
    agent("a2").isOffered("deploy");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    inRun(FIRST);
    then("deploy").is(CANCELLING).inTheWords("Superseded by run #2");
    then("other").is(RUNNING);
    thenRun().is(RunState.RUNNING);
    agent("a1").acknowledgesTheCancelOf("deploy");
    then("deploy").is(CANCELLED).because(ReasonCode.SUPERSEDED);
    inRun(newcomer);
    agent("a2").isOffered("deploy");
    then("deploy").is(LEASED);
  }

  @Test
  void newestJobReplacesTheWaitingOne() {
    given(jobIn(newest("main")));
    agent("a1").runs("deploy");
    RunId second = another(jobIn(newest("main")));
    RunId third = another(jobIn(newest("main")));
    thenGroup("main").isHeldBy(FIRST).isWaitedForBy(third);
    inRun(FIRST);
    then("deploy").is(RUNNING);
    inRun(second);
    then("deploy").is(CANCELLED).because(ReasonCode.SUPERSEDED).inTheWords("Superseded by run #3");
    then("other").is(QUEUED);
    inRun(third);
    then("deploy").is(QUEUED);
  }

  @Test
  void aHeldRunHasJoinedNoGroupYet() {
    given(wholeRun(job("deploy")).inGroup(group("main")).heldFor(Approval.by("lead")));
    thenGroup("main").isEmpty();
    approvesRun("lead");
    thenGroup("main").isWaitedForBy(FIRST);
  }

  @Test
  void aDelayedRunHasJoinedNoGroupYet() {
    given(wholeRun(job("deploy")).inGroup(group("main")).delayedBy(HOUR));
    thenGroup("main").isEmpty();
    thenAnotherMayStart();
    inRun(FIRST);
    thenRun().is(RunState.WAITING);
  }

  @Test
  void aDelayedRunJoinsWhenItsTimeComes() {
    given(wholeRun(job("deploy")).inGroup(group("main")).delayedBy(HOUR));
    passes(HOUR);
    thenGroup("main").isWaitedForBy(FIRST);
  }

  @Test
  void heldOrWaitingJobHasNotJoinedItsGroup() {
    given(workflow(job("deploy").inGroup(group("main")).approvedBy("lead")));
    then("deploy").is(HELD);
    thenGroup("main").isEmpty();
    thenAnotherMayStart();
    given(workflow(job("deploy").inGroup(group("main")).waiting(HOUR)));
    then("deploy").is(WAITING);
    thenGroup("main").isEmpty();
    thenAnotherMayStart();
  }

  @Test
  void jobWithOpenNeedsHasNotJoinedItsGroup() {
    given(workflow(job("build"), job("deploy").needs("build").inGroup(group("main"))));
    then("deploy").is(PENDING);
    thenGroup("main").isEmpty();
    agent("a1").does("build");
    thenGroup("main").isWaitedForBy(FIRST);
  }

  @Test
  void skippedJobJoinsNoGroup() {
    given(jobIn(cancelInProgress("main")));
    agent("a1").runs("deploy");
    var never = "false";
    another(workflow(job("deploy").inGroup(cancelInProgress("main")).when(never), job("other")));
    then("deploy").is(SKIPPED);
    thenGroup("main").isHeldBy(FIRST).isWaitedForBy();
    inRun(FIRST);
    then("deploy").is(RUNNING);
  }
}
