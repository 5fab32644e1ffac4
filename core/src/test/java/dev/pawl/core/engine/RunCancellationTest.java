package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Graceful and forced cancels of a run.
class RunCancellationTest extends EngineStory {

  private static final Duration GRACE = Duration.ofSeconds(7);
  private static final Duration BOUND = GRACE.plusMinutes(5).plusSeconds(15);

  @BeforeEach
  void aRun() {
    given(workflow(job("build").withGrace(GRACE).withSteps(2), job("test").needs("build")));
  }

  @Test
  void aQueuedRunIsCancelledAtOnce() {
    personCancels();
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER).saying("cancelled by dev");
    then("build").is(CANCELLED).because(ReasonCode.USER);
    then("test").is(CANCELLED);
    assertThat(rowsOf("run-1")).containsExactly("PLAN", "PLANNED", "CANCEL");
  }

  @Test
  void aLeasedAttemptIsTakenBackAtOnce() {
    agent("a1").isOffered("build");
    personCancels();
    thenRun().is(RunState.CANCELLED);
    assertThat(rowsOf("build/1#1")).containsExactly("REVOKE");
    assertThat(toldTo("a1").getLast())
        .isInstanceOfSatisfying(Effect.CancelJob.class, c -> assertThat(c.force()).isTrue());
    agent("a1").acknowledges("build");
    thenReply().isStale();
  }

  @Test
  void startingAttemptIsRevokedAndCannotStart() {
    agent("a1").prepares("build");
    personCancels();
    thenRun().is(RunState.CANCELLED);
    agent("a1").starts("build");
    thenReply().isStale();
  }

  @Test
  void aRunningAttemptIsAskedToStopWithinItsBound() {
    agent("a1").runs("build");
    personCancels();
    thenRun().is(RunState.CANCELLING);
    then("build").is(CANCELLING);
    assertThat(toldTo("a1").getLast())
        .isInstanceOfSatisfying(
            Effect.CancelJob.class,
            cancel -> {
              assertThat(cancel.force()).isFalse();
              assertThat(cancel.bound()).isEqualTo(BOUND);
            });
  }

  @Test
  void theAgentsAcknowledgementEndsTheCancel() {
    agent("a1").runs("build").reports("build", 0, StepState.RUNNING);
    personCancels();
    agent("a1").reports("build", 0, StepState.CANCELLING);
    var terminated = new StepEnd(143, StepEnd.Ender.TERMINATED, "terminated");
    agent("a1").reports("build", 0, StepState.CANCELLED, terminated);
    agent("a1").acknowledgesTheCancelOf("build");
    then("build").is(CANCELLED).withSteps(StepState.CANCELLED, StepState.CANCELLED);
    thenRun().is(RunState.CANCELLED).saying("cancelled by dev");
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "CANCEL_ACK");
    assertThat(rowsOf("build/1/0")).containsExactly("START", "CANCEL_GRACEFUL", "COMPLETE");
  }

  @Test
  void pendingDependentsAreCancelledNeverSkipped() {
    agent("a1").runs("build");
    personCancels();
    then("test").is(CANCELLED);
    agent("a1").acknowledgesTheCancelOf("build");
    then("test").is(CANCELLED).because(ReasonCode.USER);
    assertThat(rowsOf("test/1")).containsExactly("CANCEL");
  }

  @Test
  void aSuccessThatCrossesTheCancelCompletesTheCancellation() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").succeeds("build");
    thenReply().isAccepted();
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void aFailureThatCrossesTheCancelCompletesTheCancellation() {
    agent("a1").runs("build");
    personCancels();
    agent("a1").fails("build");
    then("build").is(CANCELLED);
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void aSecondGracefulCancelIsRefused() {
    agent("a1").runs("build");
    personCancels();
    personCancels();
    thenReply()
        .isRefused(Refusal.Code.ALREADY_CANCELLING)
        .inTheWords("run #1 is being cancelled already");
    isAsked(new CancelRun(Actor.POLICY, false, ReasonCode.SUPERSEDED, "Superseded by run #2"));
    thenReply().isLate();
    thenRun().is(RunState.CANCELLING);
  }

  @Test
  void forceDuringCancellingEndsItAtOnce() {
    agent("a1").runs("build");
    personCancels();
    personForces();
    thenRun().is(RunState.CANCELLED);
    then("build").is(CANCELLED);
    assertThat(rowsOf("build/1#1")).containsExactly("ACK", "REVOKE");
    assertThat(rowsOf("run-1")).endsWith("CANCEL_GRACEFUL", "CANCEL_FORCE");
  }

  @Test
  void aCompletionAfterForceIsStale() {
    agent("a1").runs("build");
    personForces();
    thenRun().is(RunState.CANCELLED);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    thenReply().isStale();
    agent("a1").acknowledgesTheCancelOf("build");
    thenReply().isStale();
  }

  @Test
  void forceEndsRunningAndQueuedAndPendingAlike() {
    given(workflow(job("runs"), job("starts"), job("waits"), job("needs").needs("waits")));
    agent("a1").runs("runs").prepares("starts");
    personForces();
    for (String job : new String[] {"runs", "starts", "waits", "needs"}) {
      then(job).is(CANCELLED).saying("force-cancelled by dev");
    }
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void agentThatDoesNotStopInTimeIsNotWaitedFor() {
    agent("a1").runs("build");
    personCancels();
    for (int minute = 1; minute <= 5; minute++) {
      passes(Duration.ofMinutes(1));
      agent("a1").heartbeats("build");
    }
    then("build").is(CANCELLING);
    passes(BOUND.minusMinutes(5));
    then("build").is(CANCELLED).saying("did not stop it in time");
    thenRun().is(RunState.CANCELLED);
    assertThat(rowsOf("build/1")).endsWith("CANCEL_GRACEFUL", "CANCEL_FORCE");
  }

  @Test
  void endedJobsKeepTheirResultsInACancelledRun() {
    agent("a1").does("build").runs("test");
    personCancels();
    then("build").is(SUCCESS);
    agent("a1").acknowledgesTheCancelOf("test");
    thenRun().is(RunState.CANCELLED);
  }

  @Test
  void noLeaseIsGrantedAfterACancel() {
    agent("a1").runs("build");
    personCancels();
    agent("a2").isOffered("test");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
  }

  @Test
  void aCancelOfARunThatIsOverIsRefused() {
    agent("a1").does("build").does("test");
    thenRun().is(RunState.SUCCESS);
    personCancels();
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED).inTheWords("run #1 has ended: success");
    personForces();
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED);
    isAsked(new CancelRun(Actor.POLICY, false, ReasonCode.SUPERSEDED, "Superseded by run #2"));
    thenReply().isLate();
  }
}
