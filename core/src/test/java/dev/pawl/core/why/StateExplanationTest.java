package dev.pawl.core.why;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryGroups.newest;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.optional;
import static dev.pawl.core.engine.story.StoryPlan.step;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.engine.story.StoryWorld.BEGINNING;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Explanations of states that wait for nobody: the lease, its expiry, and what happens then.
class StateExplanationTest extends EngineStory {

  /// Grace period, hooks, and the margin for messages.
  private static final Duration CANCEL_BOUND =
      Duration.ofSeconds(30).plusMinutes(5).plusSeconds(15);

  private static final Instant LEASE_ENDS = in(Duration.ofSeconds(130));

  @BeforeEach
  void aRunOfTwoJobs() {
    given(workflow(job("build"), job("test").needs("build")));
  }

  private static Instant in(Duration duration) {
    return BEGINNING.plus(duration);
  }

  private static Fact lease(Instant until) {
    return new Fact.Lease("a1", 1, until);
  }

  @Test
  void aRunThatIsNotPlannedYet() {
    givenATrigger();
    why().is(Phase.PENDING).by().thenComes("PLAN_FAIL", in(Duration.ofMinutes(3)));
  }

  @Test
  void aJobThatIsLeasedAndNotAcknowledged() {
    agent("a1").isOffered("build");
    Instant revoked = in(Duration.ofSeconds(30));
    why("build")
        .is(Phase.RUNNING)
        .by(lease(LEASE_ENDS), new Fact.Deadline(revoked))
        .thenComes("REQUEUE", revoked);
  }

  @Test
  void aJobThatStarts() {
    agent("a1").prepares("build");
    why("build")
        .is(Phase.RUNNING)
        .by(lease(LEASE_ENDS), new Fact.Deadline(in(Duration.ofMinutes(10))))
        .thenComes("EXPIRE", LEASE_ENDS);
    agent("a1").keepsBeatingFor(Duration.ofMinutes(9), "build");
    agent("a1").heartbeats("build");
    why("build").thenComes("FAIL", in(Duration.ofMinutes(10)));
  }

  @Test
  void aJobThatRunsUntilItsTimeIsOver() {
    given(workflow(job("build").timingOutAfter(Duration.ofMinutes(1))));
    agent("a1").runs("build").keepsBeatingFor(Duration.ofMinutes(5), "build");
    agent("a1").heartbeats("build");
    Instant timedOut = in(Duration.ofMinutes(1).plus(CANCEL_BOUND));
    why("build")
        .is(Phase.RUNNING)
        .by(
            lease(LEASE_ENDS.plus(Duration.ofMinutes(5))),
            new Fact.EndedByAgent(in(Duration.ofMinutes(1))),
            new Fact.Deadline(timedOut))
        .thenComes("TIME_OUT", timedOut);
  }

  @Test
  void aHeartbeatMovesWhatALeaseIsGoodFor() {
    agent("a1").runs("build");
    passes(Duration.ofSeconds(20));
    agent("a1").heartbeats("build");
    Instant timedOut = in(Duration.ofHours(6).plus(CANCEL_BOUND));
    why("build")
        .by(
            lease(LEASE_ENDS.plusSeconds(20)),
            new Fact.EndedByAgent(in(Duration.ofHours(6))),
            new Fact.Deadline(timedOut));
  }

  @Test
  void aJobThatUploads() {
    agent("a1").runs("build").finishesSteps("build").uploads("build");
    why("build")
        .is(Phase.RUNNING)
        .by(lease(LEASE_ENDS), new Fact.Deadline(in(Duration.ofMinutes(10))))
        .thenComes("EXPIRE", LEASE_ENDS);
  }

  @Test
  void cancellingJobNamesWhoAskedForIt() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").keepsBeatingFor(Duration.ofMinutes(5), "build");
    agent("a1").heartbeats("build");
    why("build")
        .is(Phase.RUNNING)
        .because(ReasonCode.USER)
        .inTheWords("cancelled by dev")
        .thenComes("CANCEL_FORCE", in(CANCEL_BOUND));
    why().is(Phase.RUNNING).because(ReasonCode.USER).by(new Fact.Jobs(1, 1, 0));
  }

  @Test
  void theSecondLeaseAndWhoHasIt() {
    agent("a0").isOffered("build").rejects("build");
    agent("a1").isOffered("build");
    Instant revoked = in(Duration.ofSeconds(30));
    why("build").by(new Fact.Lease("a1", 2, LEASE_ENDS), new Fact.Deadline(revoked));
  }

  @Test
  void aRunThatHasATimeOfItsOwn() {
    given(wholeRun(job("build")).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("build");
    why()
        .is(Phase.RUNNING)
        .because(ReasonCode.PROGRESS)
        .by(new Fact.Jobs(1, 1, 0))
        .thenComes("CANCEL_GRACEFUL", in(Duration.ofMinutes(1)));
  }

  @Test
  void runsNextTransitionIsTheFirstOfItsJobs() {
    given(
        workflow(
            job("slow"),
            job("held").approvedBy("lead"),
            job("soon").waiting(Duration.ofMinutes(1))));
    agent("a1").runs("slow");
    why().thenComes("TIMER_DONE", in(Duration.ofMinutes(1)));
  }

  @Test
  void aJobThatWasSkippedBecauseOfWhatItNeeds() {
    agent("a1").runs("build").fails("build");
    why("test")
        .is(Phase.CANCELLED)
        .because(ReasonCode.UPSTREAM)
        .inTheWords("needs build, which failed")
        .by(new Fact.Upstream(List.of(new Fact.Need("build", AttemptState.FAILED))))
        .thenNothingComes();
  }

  @Test
  void aJobAndARunThatAreOver() {
    agent("a1").runs("build").fails("build", ReasonCode.COMPILE);
    why("build")
        .is(Phase.FAILED)
        .because(ReasonCode.COMPILE)
        .by(
            new Fact.FailedStep("a step", "ci.yaml:1:1", "exit code 1"),
            new Fact.Classified(ReasonCode.COMPILE, Optional.empty()))
        .thenNothingComes();
    why()
        .is(Phase.FAILED)
        .because(ReasonCode.COMPILE)
        .inTheWords("build failed")
        .by(
            new Fact.FailedJob(
                "build",
                AttemptState.FAILED,
                Optional.of(new Fact.FailedStep("a step", "ci.yaml:1:1", "exit code 1")),
                new Fact.Classified(ReasonCode.COMPILE, Optional.empty()),
                "as the agent says"))
        .thenNothingComes();
  }

  @Test
  void aStepThatMayFailIsNotTheOneThatFailedTheJob() {
    given(workflow(job("build").withSteps(optional(), step())));
    agent("a1").runs("build");
    for (int index = 0; index < 2; index++) {
      agent("a1")
          .reports("build", index, StepState.RUNNING)
          .reports("build", index, StepState.FAILED, new StepEnd(7 + index, Ender.PROCESS, ""));
    }
    agent("a1").completes("build", Outcome.FAILED, ReasonCode.USER);
    assertThat(why("build").why().facts())
        .contains(new Fact.FailedStep("a step", "ci.yaml:1:1", "exit code 8"));
  }

  @Test
  void aFailedRunThatIsRetriedSaysWhen() {
    given(wholeRun(job("build")).retried(1));
    agent("a1").runs("build").fails("build");
    Instant next = BEGINNING.plus(Backoff.OF_RUNS.after(1, "run-1"));
    assertThat(why().why().facts()).contains(new Fact.NextRun(1, 1, next));
  }

  @Test
  void aSupersededRunSaysByWhich() {
    given(wholeRun(job("build")).inGroup(newest("main")));
    agent("a1").runs("build");
    another(wholeRun(job("build")).inGroup(newest("main")));
    RunId replaced = thisRun();
    another(wholeRun(job("build")).inGroup(newest("main")));
    inRun(replaced);
    why().because(ReasonCode.SUPERSEDED).by(new Fact.SupersededBy(3));
    why("build").by(new Fact.SupersededBy(3));
  }

  @Test
  void aFalseConditionIsToldWithItsValues() {
    given(workflow(job("a"), job("b").needs("a").when(Condition.of("needs.a.result == 'x'"))));
    agent("a1").does("a");
    why("b")
        .because(ReasonCode.CONDITION)
        .by(new Fact.FalseCondition("needs.a.result == 'x'", "needs.a.result is 'success'"));
  }

  @Test
  void anAttemptIsWhereItsJobIsUntilAnotherFollows() {
    given(workflow(job("build").retried(1, ReasonCode.LOST)));
    agent("a1").runs("build");
    whyAttempt("build", 1)
        .is(Phase.RUNNING)
        .by(
            lease(LEASE_ENDS),
            new Fact.EndedByAgent(in(Duration.ofHours(6))),
            new Fact.Deadline(in(Duration.ofHours(6).plus(CANCEL_BOUND))));
    whyAttempt("build", 2)
        .is(Phase.PENDING)
        .inTheWords("there is no such attempt yet")
        .by()
        .thenNothingComes();
    agent("a1").loses("build");
    whyAttempt("build", 1)
        .is(Phase.FAILED)
        .because(ReasonCode.LOST)
        .inTheWords("the agent restarted")
        .by(new Fact.Followed(2))
        .thenNothingComes();
    whyAttempt("build", 2).is(Phase.WAITING).because(ReasonCode.BACKOFF);
  }

  @Test
  void anEarlierAttemptSaysWhatItCameTo() {
    given(workflow(job("a"), job("b").needs("a"), job("other")));
    agent("a1").runs("other").runs("a").fails("a", ReasonCode.TEST);
    personRetries("a");
    whyAttempt("a", 1)
        .is(Phase.FAILED)
        .because(ReasonCode.TEST)
        .inTheWords("as the agent says")
        .by(new Fact.Followed(2));
    whyAttempt("b", 1)
        .is(Phase.CANCELLED)
        .because(ReasonCode.UPSTREAM)
        .inTheWords("needs a, which failed");
  }

  @Test
  void announcedTransitionHappens() {
    agent("a1").runs("build").isOutOfReach("build");
    why("build").thenComes("EXPIRE", LEASE_ENDS);
    passes(Duration.between(BEGINNING, LEASE_ENDS));
    then("build").is(LOST);
  }

  @Test
  void aTryToPlanIsFollowedByAnother() {
    givenATrigger();
    isAsked(new EngineCommand.StartPlanning());
    why().thenComes("PLAN_FAIL", in(Duration.ofMinutes(3)));
  }
}
