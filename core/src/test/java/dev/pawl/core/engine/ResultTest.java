package dev.pawl.core.engine;

import static dev.pawl.core.engine.Workflow.job;
import static dev.pawl.core.engine.Workflow.workflow;

import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The run's result, in its order.
class ResultTest extends Story {

  @BeforeEach
  void aRunOfThreeJobs() {
    given(workflow(job("a"), job("b"), job("c")));
  }

  @Test
  void aRunIsOverWithItsLastJob() {
    agent("a1").does("a").does("b");
    thenRun().is(RunState.RUNNING);
    agent("a1").does("c");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aCancelOutranksAFailure() {
    agent("a1").runs("a").fails("a").runs("b");
    personCancels();
    agent("a1").acknowledgesTheCancelOf("b");
    thenRun().is(RunState.CANCELLED).because(ReasonCode.USER);
  }

  @Test
  void aFailureOutranksSuccessAndEveryFailedJobIsNamed() {
    agent("a1").does("a").runs("b").fails("b").runs("c");
    agent("a1").completes("c", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    thenRun().is(RunState.FAILED).because(ReasonCode.USER).saying("b, c failed");
  }

  @Test
  void aTimedOutJobFailsTheRun() {
    agent("a1").does("a").does("b").runs("c");
    agent("a1").completes("c", Outcome.TIMED_OUT, ReasonCode.TIMEOUT);
    thenRun().is(RunState.FAILED).because(ReasonCode.TIMEOUT).saying("c failed");
  }

  @Test
  void aLostJobFailsTheRun() {
    agent("a1").does("a").does("b").runs("c");
    passes(Duration.ofSeconds(130));
    thenRun().is(RunState.FAILED).because(ReasonCode.LOST).saying("c failed");
  }

  @Test
  void nothingMovesARunThatIsOver() {
    agent("a1").does("a").does("b").does("c");
    passes(Duration.ofDays(30));
    thenReply().isLate();
    ownerIsGone();
    thenReply().isLate();
    thenRun().is(RunState.SUCCESS);
  }
}
