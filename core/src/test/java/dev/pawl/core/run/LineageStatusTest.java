package dev.pawl.core.run;

import static dev.pawl.core.engine.story.RunSpec.wholeRun;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.run.LineageStatus.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The states of lineages, as the published workstream names them.
class LineageStatusTest extends EngineStory {

  private static State state(RunState run, int retries, int max, boolean isRetried) {
    return LineageStatus.of(run, retries, max, isRetried).state();
  }

  private void isInState(State wanted, int attempt, int max) {
    assertThat(LineageStatus.of(world().run())).isEqualTo(new LineageStatus(wanted, attempt, max));
  }

  @ParameterizedTest
  @EnumSource(
      value = RunState.class,
      names = {"CREATED", "PLANNING", "HELD", "WAITING", "QUEUED"})
  void firstRunIsPendingUntilItStartsAndALaterOneIsRetrying(RunState run) {
    assertThat(state(run, 0, 2, false)).isEqualTo(State.PENDING);
    assertThat(state(run, 1, 2, false)).isEqualTo(State.RETRYING);
  }

  @ParameterizedTest
  @EnumSource(
      value = RunState.class,
      names = {"PLAN_FAILED", "RUNNING", "RECOVERING", "CANCELLING"})
  void aRunThatIsUnderWayIsRunning(RunState run) {
    assertThat(state(run, 0, 2, false)).isEqualTo(State.RUNNING);
    assertThat(state(run, 1, 2, false)).isEqualTo(State.RUNNING);
  }

  @ParameterizedTest
  @EnumSource(
      value = RunState.class,
      names = {"FAILED", "TIMED_OUT"})
  void aFailureIsRetriedOrAbandoned(RunState run) {
    assertThat(state(run, 0, 1, true)).isEqualTo(State.RETRYING);
    assertThat(state(run, 0, 1, false)).as("nobody retries it").isEqualTo(State.FAILED);
    assertThat(state(run, 1, 1, false)).as("no retry is left").isEqualTo(State.ABANDONED);
    assertThat(state(run, 0, 0, false)).as("none was ever there").isEqualTo(State.ABANDONED);
  }

  @Test
  void aCancelAbandonsAndASkipSucceeds() {
    assertThat(state(RunState.CANCELLED, 0, 2, false)).isEqualTo(State.ABANDONED);
    assertThat(state(RunState.SKIPPED, 0, 2, false)).isEqualTo(State.SUCCESS);
    assertThat(state(RunState.SUCCESS, 1, 2, false)).isEqualTo(State.SUCCESS);
  }

  @Test
  void aWorkflowsRetriesAreFollowed() {
    given(wholeRun(job("build")).retried(1));
    isInState(State.PENDING, 1, 2);
    agent("a1").runs("build");
    isInState(State.RUNNING, 1, 2);
    agent("a1").fails("build");
    isInState(State.RETRYING, 1, 2);
  }

  @Test
  void aCancelledRunIsNotRetried() {
    given(wholeRun(job("build")).retried(1));
    personCancels();
    thenRun().is(RunState.CANCELLED);
    isInState(State.ABANDONED, 1, 2);
  }

  @Test
  void oneWithoutRetriesHasOneRun() {
    given(wholeRun(job("build")));
    assertThat(LineageStatus.of(world().run()).hasRetries()).isFalse();
    agent("a1").runs("build").fails("build");
    isInState(State.ABANDONED, 1, 1);
    assertThat(LineageStatus.of(world().run()).wireName()).isEqualTo("abandoned");
  }
}
