package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.event.DomainEvent.AttemptCompleted;
import dev.pawl.core.lifecycle.ReasonCode;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Failure classes, and the start of the next attempt.
class FailureClassTest extends EngineStory {

  private static final Evidence RED = new Evidence("red-test", "3 tests failed");

  @BeforeEach
  void aRun() {
    given(workflow(job("build").retriedByDefault(), job("other")));
    agent("a1").runs("build");
  }

  @Test
  void theEvidenceIsInTheJournalWithTheEnd() {
    agent("a1").failsAs("build", ReasonCode.TEST, RED, false);
    then("build").is(FAILED).because(ReasonCode.TEST);
    assertThat(world().journal())
        .extracting(Transition::cause)
        .filteredOn(AttemptCompleted.class::isInstance)
        .singleElement()
        .satisfies(end -> assertThat(((AttemptCompleted) end).evidence()).contains(RED));
  }

  @ParameterizedTest
  @EnumSource(names = {"TEST", "COMPILE", "LINT", "USER"})
  void failureAfterSuccessForTheCommitIsFlakyAndRetried(ReasonCode failure) {
    agent("a1").failsAs("build", failure, RED, true);
    then("build").is(WAITING).saying("retry 1 of 1 in 4.2 s: flaky").asAttempt(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"OOM", "CIRCUIT_OPEN", "HOOK"})
  void infrastructureFailureIsNotFlaky(ReasonCode failure) {
    agent("a1").failsAs("build", failure, RED, true);
    then("build").is(FAILED).because(failure).asAttempt(1);
  }

  @Test
  void noAttemptBeginsWhilePreviousProcessesMayRun() {
    given(workflow(job("build").retried(1, ReasonCode.LOST), job("other")));
    agent("a1").registers(2, "linux").runs("build").isRevoked();
    then("build").is(WAITING).asAttempt(2);
    passes(Duration.ofSeconds(130).minusMillis(1));
    then("build").is(WAITING);
    passes(Duration.ofMillis(1));
    then("build").is(QUEUED);
  }

  @Test
  void manualRetryWaitsForProcessesOfThePreviousAttempt() {
    given(workflow(job("build"), job("other")));
    agent("a1").registers(2, "linux").runs("build").isRevoked();
    personRetries("build");
    then("build").is(WAITING).saying("the attempt before it may still be running").asAttempt(2);
    passes(Duration.ofSeconds(130));
    then("build").is(QUEUED);
  }
}
