package dev.pawl.core.why;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryGroups.group;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.engine.story.StoryWorld.BEGINNING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Explanations of waits: for whom or what, and what happens when if nobody acts.
class WaitExplanationTest extends EngineStory {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant IN_AN_HOUR = BEGINNING.plus(HOUR);
  private static final Instant TOMORROW = BEGINNING.plus(Duration.ofDays(1));

  @Test
  void aHeldJobForTheApprovalsThatAreMissing() {
    given(workflow(job("deploy").approvedBy(3, "lead", "maintainer", "auditor")));
    why("deploy")
        .is(Phase.WAITING)
        .because(ReasonCode.APPROVAL)
        .inTheWords("waits for 3 approvals by lead, maintainer or auditor");
    approves("lead", "deploy");
    approves("auditor", "deploy");
    why("deploy")
        .is(Phase.WAITING)
        .because(ReasonCode.APPROVAL)
        .inTheWords("waits for one approval by lead, maintainer or auditor")
        .by(
            new Fact.Approvals(
                List.of("lead", "auditor"), 1, List.of("lead", "maintainer", "auditor")),
            new Fact.Deadline(TOMORROW))
        .thenComes("EXPIRE", TOMORROW);
  }

  @Test
  void aHeldJobThatIsApprovedForItsTime() {
    given(workflow(job("deploy").approvedBy("lead").waiting(HOUR)));
    why("deploy").because(ReasonCode.APPROVAL).thenComes("EXPIRE", TOMORROW);
    approves("lead", "deploy");
    why("deploy")
        .is(Phase.WAITING)
        .because(ReasonCode.TIMER)
        .inTheWords("approved; waits until its wait time is over")
        .by(
            new Fact.Approvals(List.of("lead"), 0, List.of("lead")),
            new Fact.Until(IN_AN_HOUR),
            new Fact.Deadline(IN_AN_HOUR))
        .thenComes("APPROVE", IN_AN_HOUR);
  }

  @Test
  void aHeldRunForTheApprovalsThatAreMissing() {
    given(
        wholeRun(job("build")).heldFor(new Approval(List.of(), 2, Approval.DEFAULT_EXPIRY, false)));
    approvesRun("lead");
    why()
        .is(Phase.WAITING)
        .because(ReasonCode.APPROVAL)
        .by(new Fact.Approvals(List.of("lead"), 1, List.of()))
        .thenComes("EXPIRE", TOMORROW);
  }

  @Test
  void aHeldRunThatIsApprovedForItsDelay() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")).delayedBy(HOUR));
    approvesRun("lead");
    why()
        .is(Phase.WAITING)
        .by(new Fact.Approvals(List.of("lead"), 0, List.of("lead")), new Fact.Until(IN_AN_HOUR))
        .thenComes("APPROVE", IN_AN_HOUR);
  }

  @Test
  void aJobForItsTimer() {
    given(workflow(job("deploy").waiting(HOUR)));
    why("deploy")
        .is(Phase.WAITING)
        .because(ReasonCode.TIMER)
        .by(new Fact.Until(IN_AN_HOUR), new Fact.Deadline(IN_AN_HOUR))
        .thenComes("TIMER_DONE", IN_AN_HOUR);
  }

  @Test
  void aRunForItsDelay() {
    given(wholeRun(job("build")).delayedBy(HOUR));
    why()
        .is(Phase.WAITING)
        .because(ReasonCode.DELAY)
        .by(new Fact.Until(IN_AN_HOUR))
        .thenComes("TIMER_DONE", IN_AN_HOUR);
  }

  @Test
  void theNextAttemptForItsBackoff() {
    given(workflow(job("test").retried(1, ReasonCode.USER)));
    agent("a1").runs("test").fails("test");
    Instant until = BEGINNING.plus(Backoff.OF_JOBS.after(1, "run-1/test"));
    why("test")
        .is(Phase.WAITING)
        .because(ReasonCode.BACKOFF)
        .by(new Fact.Retry(1, 1, ReasonCode.USER), new Fact.Until(until), new Fact.Deadline(until))
        .thenComes("TIMER_DONE", until);
    passes(Duration.between(BEGINNING, until).minusMillis(1));
    then("test").is(WAITING);
    passes(Duration.ofMillis(1));
    then("test").is(QUEUED);
  }

  @Test
  void runWaitsForItsGroupBehindHoldersAndEarlierRuns() {
    given(wholeRun(job("deploy")).inGroup(group("main")));
    agent("a1").runs("deploy");
    another(wholeRun(job("deploy")).inGroup(group("main")));
    another(wholeRun(job("deploy")).inGroup(group("main")));
    var ahead =
        new Fact.InGroup(
            "default:repo#main",
            List.of(new Fact.Ahead(1, "", true), new Fact.Ahead(2, "", false)));
    why()
        .is(Phase.WAITING)
        .because(ReasonCode.CONCURRENCY)
        .inTheWords("Waiting for main (2 ahead)")
        .by(ahead, new Fact.Jobs(1, 0, 1))
        .thenComes("FAIL", TOMORROW);
    inRun(new RunId("run-1"));
    agent("a1").succeeds("deploy");
    inRun(new RunId("run-3"));
    why().inTheWords("Waiting for main (1 ahead)");
    inRun(new RunId("run-2"));
    why().is(Phase.PENDING).because(ReasonCode.PROGRESS).by(new Fact.Jobs(1, 0, 1));
  }

  @Test
  void aJobForItsPlaceInTheGroup() {
    given(workflow(job("test"), job("deploy").inGroup(group("main"))));
    agent("a1").runs("deploy");
    agent("a2").registers(1, "linux");
    another(workflow(job("deploy").inGroup(group("main"))));
    why("deploy")
        .is(Phase.WAITING)
        .because(ReasonCode.CONCURRENCY)
        .inTheWords("Waiting for main (1 ahead)")
        .thenComes("FAIL", TOMORROW);
    assertThat(why("deploy").why().facts().getFirst())
        .isInstanceOfSatisfying(
            Fact.InGroup.class,
            waits -> {
              assertThat(waits.group()).isEqualTo("default:repo#main");
              assertThat(waits.ahead())
                  .extracting(Fact.Ahead::run, Fact.Ahead::holds)
                  .containsExactly(tuple(1L, true));
            });
  }

  @Test
  void aCellForOthersOfItsMatrix() {
    var matrix = new MatrixPolicy("m", false, 1);
    given(workflow(job("x").ofMatrix(matrix), job("y").ofMatrix(matrix)));
    agent("a1").registers(2, "linux").runs("x");
    why("y")
        .is(Phase.WAITING)
        .because(ReasonCode.MAX_PARALLEL)
        .inTheWords("max-parallel of its matrix (1) is reached")
        .by(new Fact.MaxParallel(1, 1), new Fact.Deadline(TOMORROW));
  }

  @Test
  void aQueuedJobForTheLabelThatNoAgentHas() {
    given(workflow(job("train").runsOn("linux", "gpu")));
    agent("a1").registers(1, "linux");
    why("train")
        .is(Phase.PENDING)
        .because(ReasonCode.PROGRESS)
        .inTheWords("no agent has gpu")
        .by(new Fact.MissingLabels(List.of("gpu")), new Fact.Deadline(TOMORROW))
        .thenComes("FAIL", TOMORROW);
  }

  @Test
  void aQueuedJobForLabelsThatNoAgentHasTogether() {
    given(workflow(job("train").runsOn("linux", "gpu")));
    agent("a1").registers(1, "linux");
    agent("a2").registers(1, "gpu");
    why("train").by(new Fact.MissingLabels(List.of("linux", "gpu")), new Fact.Deadline(TOMORROW));
  }

  @Test
  void aQueuedJobForAnAgentThatIsFree() {
    given(workflow(job("a"), job("b")));
    agent("a1").registers(1, "linux").runs("a");
    agent("a2").registers(4, "windows");
    why("b").is(Phase.PENDING).by(new Fact.BusyAgents(List.of("a1")), new Fact.Deadline(TOMORROW));
    agent("a1").succeeds("a");
    why("b").is(Phase.PENDING).by(new Fact.Deadline(TOMORROW));
  }

  @Test
  void pendingJobWaitsForItsOpenNeeds() {
    given(workflow(job("a"), job("b"), job("c"), job("last").needs("a", "b", "c")));
    agent("a1").does("b");
    why("last")
        .is(Phase.WAITING)
        .because(ReasonCode.DEPENDENCY)
        .inTheWords("waits for a, c")
        .by(
            new Fact.Upstream(
                List.of(
                    new Fact.Need("a", AttemptState.QUEUED),
                    new Fact.Need("c", AttemptState.QUEUED))))
        .thenNothingComes();
  }

  @Test
  void anAgentThatIsAwayUntilItsLeaseIsOver() {
    given(workflow(job("build")));
    agent("a1").runs("build").isOutOfReach("build");
    Instant lost = BEGINNING.plusSeconds(130);
    why("build")
        .is(Phase.WAITING)
        .because(ReasonCode.AGENT_RECONNECT)
        .by(new Fact.Lease("a1", 1, lost));
    why().is(Phase.WAITING).because(ReasonCode.AGENT_RECONNECT).by(new Fact.Jobs(1, 1, 0));
  }

  @Test
  void startedRunWaitsForWhatItsOnlyOpenJobWaitsFor() {
    given(workflow(job("build"), job("deploy").needs("build").approvedBy("lead")));
    agent("a1").does("build");
    why()
        .is(Phase.WAITING)
        .because(ReasonCode.APPROVAL)
        .inTheWords("waits for one approval by lead")
        .by(new Fact.Jobs(1, 0, 0), waiting("deploy"))
        .thenComes("EXPIRE", TOMORROW);
  }

  @Test
  void runDoesNotWaitWhileAJobCanMove() {
    given(workflow(job("build"), job("deploy").needs("build").approvedBy("lead"), job("test")));
    agent("a1").does("build");
    why()
        .is(Phase.RUNNING)
        .because(ReasonCode.PROGRESS)
        .by(new Fact.Jobs(2, 0, 1), waiting("deploy"), waiting("test"));
  }

  /// The fact about a job that the run lists, which is what the job says itself.
  private Fact waiting(String job) {
    Explanation its = why(job).why();
    return new Fact.WaitingJob(job, its.status(), its.facts());
  }

  @Test
  void aQueuedJobForAgentsThatAreDrained() {
    given(workflow(job("build")));
    agent("a1").registers(1, "linux").isDrained();
    why("build")
        .inTheWords("1 agent has its labels, and it is drained")
        .by(new Fact.DrainedAgents(List.of("a1")), new Fact.Deadline(TOMORROW));
  }

  @Test
  void aJobBehindAnotherOfItsRunIsToldWhich() {
    given(workflow(job("first").inGroup(group("main")), job("second").inGroup(group("main"))));
    agent("a1").registers(2, "linux").runs("first");
    assertThat(why("second").why().facts())
        .contains(new Fact.InGroup("default:repo#main", List.of(new Fact.Ahead(1, "first", true))));
  }

  @Test
  void aHeldRunSaysHowManyApprovalsAreMissing() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")));
    why().because(ReasonCode.APPROVAL).inTheWords("waits for one approval by lead");
  }

  @Test
  void anApprovedRunForItsTime() {
    given(wholeRun(job("build")).heldFor(Approval.by("lead")).delayedBy(Duration.ofHours(1)));
    approvesRun("lead");
    why()
        .because(ReasonCode.TIMER)
        .inTheWords("approved; waits until its wait time is over")
        .thenComes("APPROVE", BEGINNING.plus(Duration.ofHours(1)));
  }

  @Test
  void revokedAgentHasNoLabels() {
    given(workflow(job("build")));
    agent("a1").registers(1, "linux").isRevoked();
    why("build").inTheWords("no agent has linux");
  }
}
