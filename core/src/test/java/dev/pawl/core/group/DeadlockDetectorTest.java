package dev.pawl.core.group;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.LEASED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.RunSpec;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.GroupRule;
import org.junit.jupiter.api.Test;

/// Two runs that wait for each other's places: the newer one is rejected.
class DeadlockDetectorTest extends EngineStory {

  private static final RunId FIRST = new RunId("run-1");
  private static final RunId SECOND = new RunId("run-2");

  /// A run that holds `own` as a whole, and whose last job needs `others`.
  private static RunSpec crossing(String own, String others) {
    return crossing(group(own), group(others));
  }

  private static RunSpec crossing(GroupRule own, GroupRule others) {
    return wholeRun(job("first"), job("last").needs("first").inGroup(others)).inGroup(own);
  }

  @Test
  void newerRunThatClosesTheCycleIsRejected() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(crossing("b", "a"));
    agent("a2").runs("first");
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(SECOND);
    agent("a2").succeeds("first");
    then("last").is(CANCELLED).because(ReasonCode.REJECTED).saying("deadlock");
    thenRun().is(RunState.CANCELLED);
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void newerRunIsRejectedEvenIfOlderClosesTheCycle() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(crossing("b", "a"));
    agent("a2").does("first");
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(SECOND);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void waitForAHeldGroupIsNoDeadlock() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(wholeRun(job("first")).inGroup(group("b")));
    agent("a2").runs("first");
    inRun(FIRST);
    agent("a1").succeeds("first").isOffered("last");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    inRun(SECOND);
    agent("a2").succeeds("first");
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void runAheadOfItsHolderIsRejected() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(wholeRun(job("only").inGroup(group("a"))).inGroup(group("b")));
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(SECOND);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void jobOfAWaitingRunIsInNobodysWay() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(wholeRun(job("only").inGroup(group("b"))).inGroup(group("a")));
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(SECOND);
    then("only").is(QUEUED);
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void jobThatWaitsForItsOwnRunIsRejected() {
    given(wholeRun(job("deploy").inGroup(group("main"))).inGroup(group("main")));
    then("deploy").is(CANCELLED).because(ReasonCode.REJECTED).saying("deadlock");
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void jobMayShareTheGroupOfItsRun() {
    given(wholeRun(job("deploy").inGroup(group("main", 2))).inGroup(group("main", 2)));
    then("deploy").is(QUEUED);
    agent("a1").isOffered("deploy");
    then("deploy").is(LEASED);
  }

  @Test
  void noDeadlockIfOneOfTwoHoldersWillLeave() {
    given(crossing(group("a"), group("b", 2)));
    agent("a1").runs("first");
    another(crossing(group("b", 2), group("a")));
    agent("a2").does("first");
    RunId third = another(wholeRun(job("first")).inGroup(group("b", 2)));
    agent("a3").runs("first");
    inRun(FIRST);
    agent("a1").succeeds("first");
    thenRun().is(RunState.RUNNING);
    inRun(SECOND);
    thenRun().is(RunState.RUNNING);
    inRun(third);
    agent("a3").succeeds("first");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void newestOfTwoWaitingHoldersIsRejected() {
    given(crossing(group("a"), group("b", 2)));
    agent("a1").runs("first");
    another(crossing(group("b", 2), group("a")));
    agent("a2").does("first");
    RunId third = another(crossing(group("b", 2), group("a")));
    agent("a3").does("first");
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(third);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
    inRun(SECOND);
    thenRun().is(RunState.RUNNING);
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void cancelledMemberOpensTheCycle() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(crossing("b", "a"));
    agent("a2").does("first");
    RunId third = another(wholeRun(job("only").inGroup(group("b"))).inGroup(group("a")));
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(SECOND);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
    inRun(third);
    then("only").is(QUEUED);
    inRun(FIRST);
    agent("a1").isOffered("last");
    then("last").is(LEASED);
  }

  @Test
  void memberOutsideTheCycleIsNotRejected() {
    given(crossing("a", "b"));
    agent("a1").runs("first");
    another(crossing("b", "a"));
    agent("a2").does("first");
    RunId third = another(wholeRun(job("only").inGroup(group("b"))));
    inRun(FIRST);
    agent("a1").succeeds("first");
    inRun(SECOND);
    thenRun().is(RunState.CANCELLED).because(ReasonCode.REJECTED);
    inRun(third);
    then("only").is(QUEUED);
  }
}
