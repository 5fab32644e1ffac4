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

import dev.pawl.core.command.EngineCommand.JoinGroup;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// The moment at which a job joins its concurrency group: when nothing but the group keeps it from
/// starting.
class GroupEntryTest extends EngineStory {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final RunId FIRST = new RunId("run-1");
  private static final RunId SECOND = new RunId("run-2");

  private static Plan deploy() {
    return workflow(job("deploy").runsOn("gpu").inGroup(cancelInProgress("b")));
  }

  /// A first run that holds group a, a second whose job holds group b, and a third that waits for a
  /// and then wants b.
  private RunId thirdBehindTheFirst() {
    given(wholeRun(job("build")).inGroup(group("a")));
    agent("a1").runs("build");
    another(deploy());
    agent("a2").runs("deploy");
    return another(
        wholeRun(job("deploy").inGroup(cancelInProgress("b"))).inGroup(group("a")).plan());
  }

  @Test
  void aRunBehindItsOwnGroupSupersedesNobody() {
    thirdBehindTheFirst();
    then("deploy").is(QUEUED);
    why("deploy").because(ReasonCode.CONCURRENCY).inTheWords("Waiting for a (1 ahead)");
    thenGroup("b").isHeldBy(SECOND).isWaitedForBy();
    inRun(SECOND);
    then("deploy").is(RUNNING);
  }

  @Test
  void onceItsRunIsAdmittedTheJobSupersedes() {
    RunId third = thirdBehindTheFirst();
    inRun(FIRST);
    agent("a1").succeeds("build");
    thenGroup("b").isHeldBy(SECOND).isWaitedForBy(third);
    inRun(SECOND);
    then("deploy").is(CANCELLING).inTheWords("Superseded by run #3");
    agent("a2").acknowledgesTheCancelOf("deploy");
    inRun(third);
    agent("a1").isOffered("deploy");
    then("deploy").is(LEASED);
  }

  @Test
  void aRunCancelledBeforeItIsLetInSupersedesNobody() {
    thirdBehindTheFirst();
    personCancels();
    thenRun().is(RunState.CANCELLED);
    inRun(FIRST);
    agent("a1").succeeds("build");
    thenGroup("a").isEmpty();
    thenGroup("b").isHeldBy(SECOND).isWaitedForBy();
    inRun(SECOND);
    then("deploy").is(RUNNING);
  }

  @Test
  void aJobThatNoAgentFitsSupersedesNobody() {
    given(deploy());
    agent("a1").runs("deploy");
    world().disconnectAgentsWith("gpu");
    RunId second = another(deploy());
    then("deploy").is(QUEUED);
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy();
    inRun(FIRST);
    then("deploy").is(RUNNING);
    world().connectAgents();
    then("deploy").is(CANCELLING).inTheWords("Superseded by run #2");
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy(second);
  }

  @Test
  void aJobThatNoAgentFitsReplacesNoWaitingOne() {
    Plan newest = workflow(job("deploy").runsOn("gpu").inGroup(newest("b")));
    given(newest);
    agent("a1").runs("deploy");
    RunId second = another(newest);
    world().disconnectAgentsWith("gpu");
    RunId third = another(newest);
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy(second);
    world().connectAgents();
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy(third);
    inRun(second);
    then("deploy").is(CANCELLED).because(ReasonCode.SUPERSEDED).inTheWords("Superseded by run #3");
  }

  @Test
  void aCellBeyondMaxParallelIsNotInItsGroup() {
    var oneAtATime = new MatrixPolicy("deploy", false, 1);
    given(
        workflow(
            job("one").ofMatrix(oneAtATime),
            job("two").ofMatrix(oneAtATime).waiting(HOUR).inGroup(group("b"))));
    agent("a1").runs("one").keepsBeatingFor(HOUR, "one");
    then("two").is(QUEUED);
    thenGroup("b").isEmpty();
    agent("a1").succeeds("one");
    thenGroup("b").isWaitedForBy(FIRST);
  }

  @Test
  void aCellThatWaitsForItsGroupLeavesMaxParallelToOthers() {
    given(workflow(job("deploy").inGroup(group("b"))));
    agent("a1").runs("deploy");
    var oneAtATime = new MatrixPolicy("cells", false, 1);
    RunId cells =
        another(
            workflow(
                job("one").ofMatrix(oneAtATime).inGroup(group("b")),
                job("two").ofMatrix(oneAtATime)));
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy(cells);
    agent("a2").runs("two");
    inRun(FIRST);
    agent("a1").succeeds("deploy");
    inRun(cells);
    agent("a1").isOffered("one");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    agent("a2").succeeds("two");
    agent("a1").isOffered("one");
    then("one").is(LEASED);
  }

  @Test
  void aCellBehindAnotherOfMaxParallelSupersedesNobody() {
    given(workflow(job("left").inGroup(group("a")), job("right").inGroup(group("b"))));
    agent("a1").registers(2, "linux").runs("left").runs("right");
    var oneAtATime = new MatrixPolicy("cells", false, 1);
    RunId cells =
        another(
            workflow(
                job("one").ofMatrix(oneAtATime).inGroup(cancelInProgress("a")),
                job("two").ofMatrix(oneAtATime).inGroup(cancelInProgress("b"))));
    thenGroup("a").isHeldBy(FIRST).isWaitedForBy(cells);
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy();
    why("two").because(ReasonCode.MAX_PARALLEL);
    inRun(FIRST);
    then("left").is(CANCELLING).inTheWords("Superseded by run #2");
    then("right").is(RUNNING);
    agent("a1").acknowledgesTheCancelOf("left");
    inRun(cells);
    agent("a1").runs("one");
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy();
    agent("a1").succeeds("one");
    thenGroup("b").isHeldBy(FIRST).isWaitedForBy(cells);
    inRun(FIRST);
    then("right").is(CANCELLING);
  }

  @Test
  void aCellBehindAnotherOfMaxParallelReplacesNobody() {
    Plan left = workflow(job("deploy").inGroup(group("a")));
    Plan right = workflow(job("deploy").inGroup(newest("b")));
    given(left);
    agent("a1").runs("deploy");
    another(right);
    agent("a2").runs("deploy");
    RunId waiting = another(right);
    var oneAtATime = new MatrixPolicy("cells", false, 1);
    another(
        workflow(
            job("one").ofMatrix(oneAtATime).inGroup(newest("a")),
            job("two").ofMatrix(oneAtATime).inGroup(newest("b"))));
    thenGroup("b").isHeldBy(SECOND).isWaitedForBy(waiting);
    why("two").because(ReasonCode.MAX_PARALLEL);
  }

  @Test
  void nobodyWaitsBehindACellThatWaitsForAnotherCell() {
    given(workflow(job("busy")));
    agent("a1").runs("busy");
    var oneAtATime = new MatrixPolicy("cells", false, 1);
    RunId cells =
        another(
            workflow(
                job("one").ofMatrix(oneAtATime).inGroup(group("a")),
                job("two").ofMatrix(oneAtATime).inGroup(group("b"))));
    thenGroup("a").isWaitedForBy(cells);
    thenGroup("b").isWaitedForBy();
    why("two").because(ReasonCode.MAX_PARALLEL);
  }

  @Test
  void aCellThatSupersedesNobodyJoinsBesideOneThatWaits() {
    given(workflow(job("deploy").inGroup(group("a"))));
    agent("a1").runs("deploy");
    var oneAtATime = new MatrixPolicy("cells", false, 1);
    RunId cells =
        another(
            workflow(
                job("one").ofMatrix(oneAtATime).inGroup(newest("a")),
                job("two").ofMatrix(oneAtATime).inGroup(newest("b"))));
    thenGroup("a").isHeldBy(FIRST).isWaitedForBy(cells);
    thenGroup("b").isWaitedForBy(cells);
    agent("a2").runs("two");
  }

  @Test
  void anOlderRunThatBecomesAbleLaterIsSuperseded() {
    given(workflow(job("other")));
    world().disconnectAgentsWith("gpu");
    another(deploy());
    RunId third = another(workflow(job("deploy").inGroup(cancelInProgress("b"))));
    agent("a2").runs("deploy");
    world().connectAgents();
    inRun(SECOND);
    then("deploy").is(CANCELLED).because(ReasonCode.SUPERSEDED).inTheWords("Superseded by run #3");
    inRun(third);
    then("deploy").is(RUNNING);
  }

  @Test
  void onlyAnAgentWithTheLabelsLetsAJobIn() {
    given(workflow(job("other")));
    agent("small").registers(1, "linux");
    world().disconnectAgentsWith("gpu");
    another(deploy());
    isAsked(new JoinGroup(run().job(0).ref(), "small"));
    thenReply().isRefused(Refusal.Code.UNFIT);
    thenGroup("b").isEmpty();
    isAsked(new JoinGroup(run().job(0).ref(), "large"));
    thenReply().isAccepted();
    isAsked(new JoinGroup(run().job(0).ref(), "large"));
    thenReply().isLate();
  }
}
