package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.using;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.LOST;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.BreakerState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.lifecycle.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The decisions that `pawl doctor` asks for: overdue deadlines, rebuilt state and breakers.
class DueDecisionsTest extends EngineStory {

  @BeforeEach
  void aRunWithAFailedJobWhileAnotherRuns() {
    given(workflow(job("a"), job("b").needs("a"), job("c").needs("b"), job("other")));
    agent("a1").runs("other").runs("a").fails("a");
  }

  @Test
  void skippedFailedJobLetsDependentsContinue() {
    then("b").is(SKIPPED);
    personSkips("a");
    then("a").is(SKIPPED).because(ReasonCode.USER).saying("skipped by dev").asAttempt(2);
    then("b").is(QUEUED).asAttempt(2);
    then("c").is(PENDING);
    agent("a1").does("b").does("c").succeeds("other");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void manualSkipIsInTheJournalWithItsActor() {
    personSkips("a");
    assertThat(world().journal())
        .filteredOn(line -> line.entity().equals("a/2"))
        .extracting(line -> line.event() + " " + line.actor())
        .containsExactly("ATTEMPT_MADE person:dev", "SKIP orchestrator");
  }

  @Test
  void onlyWhatHasFailedIsSkippedByHand() {
    personSkips("other");
    thenReply().isRefused(Refusal.Code.WRONG_STATE);
    personSkips("b");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED);
  }

  @Test
  void aRunThatIsOverIsRerunInstead() {
    agent("a1").succeeds("other");
    thenRun().is(RunState.FAILED);
    personSkips("a");
    thenReply().isRefused(Refusal.Code.ALREADY_ENDED);
  }

  @Test
  void onlyOverdueDeadlinesAreHandled() {
    world().goesOnWithoutATick(Duration.ofHours(1));
    passes(Duration.ZERO);
    then("other").is(LOST);
    passes(Duration.ZERO);
    thenReply().isLate();
  }

  @Test
  void requesterOfATickIsInTheJournal() {
    world().goesOnWithoutATick(Duration.ofHours(1));
    isAsked(new EngineCommand.Tick(Instant.EPOCH, Actor.person("dev")));
    then("other").is(LOST);
    assertThat(world().journal())
        .filteredOn(line -> line.actor().equals(Actor.person("dev")))
        .extracting(Transition::event)
        .containsExactly("INTERVENED");
  }

  @Test
  void nobodyIsNamedForWhatTheClockDoes() {
    passes(Duration.ofHours(1));
    then("other").is(LOST);
    assertThat(world().journal()).extracting(Transition::event).doesNotContain("INTERVENED");
  }

  @Test
  void aBreakerThatIsStuckOpenIsReset() {
    given(workflow(job("a").withSteps(using("docker")), job("other")));
    world().use(ToolProfile.breaking(1, Duration.ofDays(1), 1, List.of()));
    agent("a1").runs("a").asksForTheToolOf("a", 0);
    agent("a1").usesTheToolOf("a", 0, StepState.FAILED, 1, ReasonCode.INFRA);
    thenBreaker("docker").is(BreakerState.OPEN);
    personResets("docker");
    thenBreaker("docker").is(BreakerState.CLOSED);
    personResets("docker");
    thenReply().isLate();
  }
}
