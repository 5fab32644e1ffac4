package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.RUNNING;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.command.Effect;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Backoff;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.run.Origin;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/// Retries by policy and failure class.
class RetryPolicyTest extends EngineStory {

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

  private void givenAJobThatSaysNothingOfRetries() {
    given(workflow(job("build").retriedByDefault(), job("other")));
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "INFRA", "STARTUP", "FETCH", "FLAKY"})
  void infrastructureFailureIsRetriedOnce(ReasonCode failure) {
    givenAJobThatSaysNothingOfRetries();
    agent("a1").runs("build").fails("build", failure);
    then("build").is(WAITING).because(ReasonCode.BACKOFF).asAttempt(2);
    passes(LONG_ENOUGH);
    agent("a1").runs("build").fails("build", failure);
    then("build").is(FAILED).because(failure).asAttempt(2);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"COMPILE", "TEST", "LINT", "USER", "TIMEOUT", "OOM", "CIRCUIT_OPEN", "HOOK"})
  void jobsOwnFailureIsRetriedOnlyIfNamed(ReasonCode failure) {
    givenAJobThatSaysNothingOfRetries();
    agent("a1").runs("build").fails("build", failure);
    then("build").is(FAILED).because(failure).asAttempt(1);
    given(workflow(job("build").retried(1, failure), job("other")));
    agent("a1").runs("build").fails("build", failure);
    then("build").is(WAITING).asAttempt(2);
  }

  @Test
  void jobWithMaxZeroIsNeverRetried() {
    given(workflow(job("build").retried(0, ReasonCode.INFRA, ReasonCode.LOST)));
    agent("a1").runs("build").fails("build", ReasonCode.INFRA);
    then("build").is(FAILED).because(ReasonCode.INFRA).asAttempt(1);
  }

  @Test
  void jobWithEnvironmentIsRetriedOnlyIfAsked() {
    given(workflow(job("deploy").retriedByDefault().deployingSomewhere()));
    agent("a1").runs("deploy").fails("deploy", ReasonCode.INFRA);
    then("deploy").is(FAILED).asAttempt(1);
    given(workflow(job("deploy").deployingSomewhere().retried(1, ReasonCode.INFRA)));
    agent("a1").runs("deploy").fails("deploy", ReasonCode.INFRA);
    then("deploy").is(WAITING).asAttempt(2);
  }

  @Test
  void thereAreAsManyRetriesAsTheJobAllows() {
    given(workflow(job("build").retried(3, ReasonCode.TEST)));
    for (int attempt = 1; attempt <= 4; attempt++) {
      then("build").asAttempt(attempt);
      agent("a1").runs("build").fails("build", ReasonCode.TEST);
      passes(LONG_ENOUGH);
    }
    then("build").is(FAILED).because(ReasonCode.TEST).asAttempt(4);
    thenRun().is(RunState.FAILED);
  }

  @Test
  void anotherClassThanTheNamedOnesIsNotRetried() {
    given(workflow(job("build").retried(3, ReasonCode.TEST)));
    agent("a1").runs("build").fails("build", ReasonCode.LINT);
    then("build").is(FAILED).because(ReasonCode.LINT).asAttempt(1);
  }

  @Test
  void nextAttemptIsCreatedInTheCommitOfTheFailure() {
    given(workflow(job("build").retried(1, ReasonCode.TEST)));
    agent("a1").runs("build").fails("build", ReasonCode.TEST);
    assertThat(rowsOf("build/1")).endsWith("START", "FAIL");
    assertThat(rowsOf("build/2")).containsExactly("WAIT");
    then("build").saying("retry 1 of 1 in 4.2 s: as the agent says");
    thenRun().is(RunState.RUNNING);
  }

  @Test
  void retryIsQueuedAfterItsBackoff() {
    given(workflow(job("build").retried(1, ReasonCode.TEST)));
    agent("a1").runs("build").fails("build", ReasonCode.TEST);
    Duration backoff = Backoff.OF_JOBS.after(1, "run-1/build");
    passes(backoff.minusMillis(1));
    then("build").is(WAITING);
    passes(Duration.ofMillis(1));
    then("build").is(QUEUED);
    agent("a1").does("build");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aBackoffStaysWithinItsBounds() {
    for (int tries = 1; tries <= 12; tries++) {
      Duration middle = Duration.ofSeconds(Math.min(300, 5L << (tries - 1)));
      for (int run = 0; run < 50; run++) {
        assertThat(Backoff.OF_JOBS.after(tries, "run-" + run + "/build"))
            .isBetween(middle.multipliedBy(8).dividedBy(10), middle.multipliedBy(12).dividedBy(10))
            .isLessThanOrEqualTo(Duration.ofMinutes(5));
      }
    }
  }

  @Test
  void backoffIsDeterministicAndDiffersPerTry() {
    assertThat(Backoff.OF_JOBS.after(1, "run-1/build")).isEqualTo(Duration.ofMillis(4_250));
    assertThat(Backoff.OF_JOBS.after(1, "run-2/build"))
        .isNotEqualTo(Backoff.OF_JOBS.after(1, "run-1/build"));
  }

  @Test
  void dependentsWaitForTheNextAttempt() {
    given(workflow(job("a").retried(1, ReasonCode.TEST), job("b").needs("a")));
    agent("a1").runs("a").fails("a", ReasonCode.TEST);
    then("b").is(PENDING);
    passes(LONG_ENOUGH);
    agent("a1").does("a");
    then("b").is(QUEUED);
  }

  @Test
  void aFailedJobIsRetriedWhileOthersRun() {
    given(workflow(job("a").retried(1, ReasonCode.TEST), job("b")));
    agent("a2").runs("b");
    agent("a1").runs("a").fails("a", ReasonCode.TEST);
    then("b").is(RUNNING);
    agent("a2").keepsBeatingFor(Duration.ofSeconds(30), "b");
    agent("a1").does("a");
    then("b").is(RUNNING);
    agent("a2").succeeds("b");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void aRetryHasItsOwnLeasesAndSteps() {
    given(workflow(job("a").retried(1, ReasonCode.TEST)));
    agent("a1").isOffered("a").rejects("a");
    agent("a2").runs("a").fails("a", ReasonCode.TEST);
    passes(LONG_ENOUGH);
    agent("a2").runs("a");
    assertThat(agent("a2").lease("a").number()).isEqualTo(1);
    assertThat(((Attempt.WithAgent) run().job(0).attempt()).steps()).hasSize(1);
  }

  @Test
  void defaultPolicyIsOneRetry() {
    assertThat(RetryPolicy.DEFAULT.max()).isEqualTo(1);
    assertThat(RetryPolicy.DEFAULT.on())
        .containsExactlyInAnyOrder(
            ReasonCode.LOST,
            ReasonCode.INFRA,
            ReasonCode.STARTUP,
            ReasonCode.FETCH,
            ReasonCode.FLAKY);
  }

  @Test
  void retriedWorkflowStartsARunOfTheSameLineage() {
    given(wholeRun(job("a")).retried(2));
    agent("a1").runs("a").fails("a");
    thenRun().is(RunState.FAILED);
    assertThat(effects(Effect.StartRun.class))
        .singleElement()
        .satisfies(start -> {
          assertThat(start.id()).isEqualTo(new RunId("run-1.1"));
          assertThat(start.of()).isEqualTo(thisRun());
          assertThat(start.origin().lineage()).isEqualTo(new Origin.Lineage("run-1", 2, 1));
          assertThat(start.delay()).isEqualTo(Backoff.OF_RUNS.after(1, "run-1"));
        });
  }

  @Test
  void workflowIsRetriedAfterARunTimeout() {
    given(wholeRun(job("a")).retried(1).timingOutAfter(Duration.ofMinutes(1)));
    agent("a1").runs("a").keepsBeatingFor(Duration.ofMinutes(1), "a");
    agent("a1").acknowledgesTheCancelOf("a");
    thenRun().is(RunState.TIMED_OUT);
    assertThat(effects(Effect.StartRun.class)).hasSize(1);
  }

  @Test
  void aWorkflowIsNotRetriedAfterSuccessOrACancel() {
    given(wholeRun(job("a")).retried(2));
    agent("a1").does("a");
    assertThat(effects(Effect.StartRun.class)).isEmpty();
    given(wholeRun(job("a")).retried(2));
    personCancels();
    assertThat(effects(Effect.StartRun.class)).isEmpty();
  }

  @Test
  void aWorkflowIsRetriedNoMoreOftenThanItAllows() {
    given(wholeRun(job("a")).retried(1));
    agent("a1").runs("a").fails("a");
    Effect.StartRun start = effects(Effect.StartRun.class).getFirst();
    world().startAgain(start);
    agent("a1").runs("a").fails("a");
    thenRun().is(RunState.FAILED);
    assertThat(effects(Effect.StartRun.class)).hasSize(1);
  }
}
