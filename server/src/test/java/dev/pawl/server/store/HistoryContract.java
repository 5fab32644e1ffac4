package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Origin;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SamplePlans;
import org.junit.jupiter.api.Test;

/// The results of earlier runs, by which a failure is classified as flaky.
interface HistoryContract extends StoreFixture {

  Origin.Source HERE = new Origin.Source("acme/shop", "main", "c0ffee", "forge");

  /// Commits a run of that workflow and source whose first job succeeds.
  private void someRunOf(String workflow, Origin.Source source) {
    new DrivenRun(store(), "before", workflow, source)
        .planned(SamplePlans.buildThenTest())
        .running()
        .succeeded();
  }

  /// Whether a job has succeeded, asked for a new run of that workflow and source.
  private boolean hasSucceeded(String job, String workflow, Origin.Source source) {
    new DrivenRun(store(), "asked", workflow, source).planned(SamplePlans.buildThenTest());
    return reopened().hasSucceeded(new RunId("asked"), job);
  }

  @Test
  default void aSuccessInAnotherRunOfTheCommitCounts() {
    someRunOf("ci", HERE);
    assertThat(hasSucceeded("build", "ci", HERE)).isTrue();
  }

  @Test
  default void aSuccessInTheSameRunCounts() {
    someRunOf("ci", HERE);
    assertThat(store().hasSucceeded(new RunId("before"), "build")).isTrue();
  }

  @Test
  default void anotherJobOfTheSameRunDoesNotCount() {
    someRunOf("ci", HERE);
    assertThat(hasSucceeded("test", "ci", HERE)).isFalse();
  }

  @Test
  default void anotherCommitDoesNotCount() {
    someRunOf("ci", new Origin.Source("acme/shop", "main", "decaf", "forge"));
    assertThat(hasSucceeded("build", "ci", HERE)).isFalse();
  }

  @Test
  default void aCommitThatWasFoundOutLaterCounts() {
    String commit = "c0ffee00".repeat(5);
    new DrivenRun(store(), "before", "ci", new Origin.Source("acme/shop", "main", "", "forge"))
        .planned(SamplePlans.ofRef(SamplePlans.buildThenTest()))
        .runningAt(commit)
        .succeeded();
    assertThat(reopened().run(new RunId("before")).orElseThrow().origin().source().commit())
        .isEqualTo(commit);
    assertThat(hasSucceeded("build", "ci", new Origin.Source("acme/shop", "main", commit, "forge")))
        .isTrue();
  }

  @Test
  default void otherInputsDoNotCount() {
    someRunOf("ci", HERE);
    new DrivenRun(store(), "asked", "ci", HERE)
        .planned(SamplePlans.withInput(SamplePlans.buildThenTest(), "outcome", "fail"));
    assertThat(reopened().hasSucceeded(new RunId("asked"), "build")).isFalse();
  }

  @Test
  default void otherInputsOfACallDoNotCount() {
    new DrivenRun(store(), "before", "ci", HERE)
        .planned(SamplePlans.called("fast"))
        .running()
        .succeeded();
    String job = "call / build";
    new DrivenRun(store(), "same", "ci", HERE).planned(SamplePlans.called("fast"));
    assertThat(reopened().hasSucceeded(new RunId("same"), job)).isTrue();
    new DrivenRun(store(), "asked", "ci", HERE).planned(SamplePlans.called("slow"));
    assertThat(reopened().hasSucceeded(new RunId("asked"), job)).isFalse();
  }

  @Test
  default void otherStepsDoNotCount() {
    someRunOf("ci", HERE);
    new DrivenRun(store(), "asked", "ci", HERE).planned(SamplePlans.usingTool("registry"));
    assertThat(reopened().hasSucceeded(new RunId("asked"), "build")).isFalse();
  }

  @Test
  default void anotherWorkflowDoesNotCount() {
    someRunOf("nightly", HERE);
    assertThat(hasSucceeded("build", "ci", HERE)).isFalse();
  }

  @Test
  default void anotherRepositoryDoesNotCount() {
    someRunOf("ci", new Origin.Source("acme/blog", "main", "c0ffee", "forge"));
    assertThat(hasSucceeded("build", "ci", HERE)).isFalse();
  }

  @Test
  default void withoutACommitNothingCounts() {
    var nowhere = new Origin.Source("acme/shop", "main", "", "forge");
    someRunOf("ci", nowhere);
    assertThat(hasSucceeded("build", "ci", nowhere)).isFalse();
  }

  @Test
  default void aRunningJobDoesNotCount() {
    new DrivenRun(store(), "before", "ci", HERE).planned(SamplePlans.buildThenTest()).running();
    assertThat(hasSucceeded("build", "ci", HERE)).isFalse();
  }

  @Test
  default void aFailedJobDoesNotCount() {
    new DrivenRun(store(), "before", "ci", HERE)
        .planned(SamplePlans.buildThenTest())
        .running()
        .failed();
    assertThat(hasSucceeded("build", "ci", HERE)).isFalse();
  }
}
