package dev.pawl.core.step;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.triedAgain;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.command.EngineCommand.ReportStep;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.event.DomainEvent.StepMoved;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The names of steps, and where they come from.
class StepNamesTest extends EngineStory {

  @Test
  void stepHasItsPlannedNameUntilTheAgentReportsOne() {
    given(workflow(job("build").withSteps(2)));
    agent("a1").runs("build");
    then("build").whoseStepsAreCalled("a step", "a step");
    agent("a1").calls("build", 0, "Build\non linux");
    then("build").whoseStepsAreCalled("Build on linux", "a step");
    agent("a1").reports("build", 0, StepState.SUCCESS).calls("build", 1, "a step");
    agent("a1").reports("build", 1, StepState.SUCCESS);
    agent("a1").completes("build", Outcome.SUCCESS, ReasonCode.OK);
    then("build").is(SUCCESS).whoseStepsAreCalled("Build on linux", "a step");
    assertThat(namesInTheJournal()).containsExactly("Build on linux");
  }

  @Test
  void retriedStepKeepsItsName() {
    given(workflow(job("build").withSteps(triedAgain(1))));
    agent("a1").runs("build").calls("build", 0, "Build on linux");
    agent("a1").reports("build", 0, StepState.RETRYING).calls("build", 0, "Build on linux");
    then("build").withSteps(StepState.RUNNING).whoseStepsAreCalled("Build on linux");
    assertThat(namesInTheJournal()).containsExactly("Build on linux");
  }

  @Test
  void aStepThatFailsBeforeItStartsHasItsName() {
    given(workflow(job("build")));
    agent("a1").runs("build");
    says(0, StepType.STEP, "Build on linux", StepState.FAILED);
    then("build").withSteps(StepState.FAILED).whoseStepsAreCalled("Build on linux");
    assertThat(namesInTheJournal()).containsExactly("Build on linux");
  }

  @Test
  void aHookIsCalledWhatItIs() {
    given(workflow(job("build")));
    agent("a1").runs("build");
    says(1, StepType.CLEANUP, "something", StepState.RUNNING);
    says(1, StepType.STEP, "something else", StepState.SUCCESS);
    then("build").whoseStepsAreCalled("a step", "cleanup hook");
  }

  private void says(int step, StepType type, String name, StepState state) {
    isAsked(
        new ReportStep(
            agent("a1").lease("build"),
            Actor.agent("a1"),
            step,
            type,
            name,
            state,
            StepEnd.NEVER_RAN,
            ReasonCode.USER));
  }

  private List<String> namesInTheJournal() {
    return world().journal().stream()
        .map(line -> line.cause() instanceof StepMoved moved ? moved.name() : "")
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
