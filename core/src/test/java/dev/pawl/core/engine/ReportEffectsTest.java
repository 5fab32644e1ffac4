package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Effect;
import dev.pawl.core.command.EngineCommand.FailPlanning;
import dev.pawl.core.command.EngineCommand.FinishPlanning;
import dev.pawl.core.command.EngineCommand.StartPlanning;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Approval;
import dev.pawl.core.run.Origin;
import org.junit.jupiter.api.Test;

/// Effects that report to the forge, and the journal lines of transitions.
class ReportEffectsTest extends EngineStory {

  private void thenTheForgeWasTold(RunState... states) {
    assertThat(reports()).extracting(Effect.Report::state).containsExactly(states);
  }

  @Test
  void aRunReportsPendingRunningAndHowItEnded() {
    given(workflow(job("a")));
    thenTheForgeWasTold(RunState.QUEUED);
    agent("a1").runs("a");
    thenTheForgeWasTold(RunState.QUEUED, RunState.RUNNING);
    agent("a1").succeeds("a");
    thenTheForgeWasTold(RunState.QUEUED, RunState.RUNNING, RunState.SUCCESS);
  }

  @Test
  void theFinalReportSaysWhy() {
    given(workflow(job("a")));
    agent("a1").runs("a").fails("a");
    assertThat(reports().getLast()).isEqualTo(new Effect.Report(RunState.FAILED, "a failed"));
  }

  @Test
  void aHeldRunIsReportedAsPendingToo() {
    given(wholeRun(job("a")).heldFor(Approval.by("lead")));
    thenTheForgeWasTold(RunState.HELD);
    rejectsRun("lead");
    thenTheForgeWasTold(RunState.HELD, RunState.CANCELLED);
  }

  @Test
  void aRunWithoutACommitReportsNothing() {
    world().triggerWithoutCommit();
    isAsked(new StartPlanning());
    isAsked(new FinishPlanning(workflow(job("a"))));
    agent("a1").does("a");
    thenRun().is(RunState.SUCCESS);
    assertThat(reports()).isEmpty();
  }

  @Test
  void aRunWithoutAForgeReportsNothing() {
    world()
        .trigger(Origin.Source.of("https://forge.example/acme/shop", "refs/heads/main", "c0ffee"));
    isAsked(new StartPlanning());
    isAsked(new FinishPlanning(workflow(job("a"))));
    agent("a1").does("a");
    thenRun().is(RunState.SUCCESS);
    assertThat(reports()).isEmpty();
  }

  @Test
  void aPlanThatFailsIsReported() {
    givenATrigger();
    isAsked(new StartPlanning());
    isAsked(new FailPlanning("ci.yaml:3:1: no such key"));
    assertThat(reports())
        .containsExactly(new Effect.Report(RunState.FAILED, "ci.yaml:3:1: no such key"));
  }

  @Test
  void skippedRunIsReported() {
    givenATrigger();
    isAsked(new StartPlanning());
    isAsked(new FinishPlanning(workflow()));
    thenTheForgeWasTold(RunState.SKIPPED);
  }

  @Test
  void aRecoveryIsNoNews() {
    given(workflow(job("a")));
    agent("a1").runs("a").isOutOfReach("a").heartbeats("a").succeeds("a");
    thenTheForgeWasTold(RunState.QUEUED, RunState.RUNNING, RunState.SUCCESS);
  }

  @Test
  void reportIsAnEffectOfItsTransition() {
    given(workflow(job("a")));
    agent("a1").isOffered("a");
    var accepted = (Decision.Accepted) world().reply();
    assertThat(accepted.transitions()).extracting(Transition::event).contains("START");
    assertThat(accepted.effects()).contains(new Effect.Report(RunState.RUNNING, ""));
  }

  @Test
  void everyTransitionIsInTheJournalWithWhoMadeIt() {
    given(workflow(job("a")));
    agent("a1").runs("a");
    personCancels();
    assertThat(world().journal())
        .filteredOn(line -> line.isMove() && line.entity().equals("a/1"))
        .extracting(
            line -> "%s %s->%s %s".formatted(line.event(), line.from(), line.to(), line.actor()))
        .containsExactly(
            "ENQUEUE pending->queued orchestrator",
            "LEASE queued->leased orchestrator",
            "ACK leased->starting agent:a1",
            "START starting->running agent:a1",
            "CANCEL_GRACEFUL running->cancelling person:dev");
  }

  @Test
  void versionRisesByOneWithEveryWrittenDecision() {
    given(workflow(job("a")));
    long before = run().version();
    agent("a1").isOffered("a").acknowledges("a").heartbeats("a").starts("a");
    assertThat(run().version()).isEqualTo(before + 3);
  }
}
