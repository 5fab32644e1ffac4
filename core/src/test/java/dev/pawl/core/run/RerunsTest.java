package dev.pawl.core.run;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.engine.story.RunSpec;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.core.run.Reruns.Selection;
import dev.pawl.core.step.StepType;
import org.junit.jupiter.api.Test;

/// `pawl rerun`, of a run that has ended.
class RerunsTest extends EngineStory {

  private void givenARunOfWhichTestFailed() {
    given(
        workflow(
            job("build"), job("test").needs("build"), job("deploy").needs("test"), job("lint")));
    agent("a1").does("build").does("lint").runs("test").fails("test");
    thenRun().is(RunState.FAILED);
  }

  @Test
  void allOfItIsDoneAgain() {
    givenARunOfWhichTestFailed();
    rerun(new Selection.All());
    then("build").is(QUEUED);
    then("lint").is(QUEUED);
    then("test").is(PENDING);
    then("deploy").is(PENDING);
  }

  @Test
  void failedJobsRunAgainWithTheirDependents() {
    givenARunOfWhichTestFailed();
    rerun(new Selection.Failed());
    then("build").is(SKIPPED).because(ReasonCode.REUSED).saying("success in an earlier attempt");
    then("lint").is(SKIPPED).because(ReasonCode.REUSED);
    then("test").is(QUEUED);
    then("deploy").is(PENDING);
    agent("a1").does("test").does("deploy");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void oneJobIsDoneAgainWithWhatNeedsIt() {
    givenARunOfWhichTestFailed();
    rerun(new Selection.One(1));
    then("build").is(SKIPPED).because(ReasonCode.REUSED);
    then("test").is(QUEUED);
    then("deploy").is(PENDING);
  }

  @Test
  void dependentsSeeTheOriginalOfAReusedResult() {
    given(
        workflow(
            job("build"), job("test").needs("build").when("needs.build.outputs.image == 'v1'")));
    agent("a1").doesLeaving("build", "image", "v1").runs("test").fails("test");
    rerun(new Selection.Failed());
    then("build").is(SKIPPED);
    then("test").is(QUEUED);
  }

  @Test
  void reusedFailureIsAFailureForDependents() {
    given(workflow(job("a"), job("b"), job("c").needs("a", "b")));
    agent("a1").runs("a").fails("a").runs("b").fails("b");
    rerun(new Selection.One(0));
    agent("a1").does("a");
    then("c").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs b, which failed");
    thenRun().is(RunState.FAILED);
  }

  @Test
  void aResultThatIsKeptTwiceIsStillTheOriginal() {
    givenARunOfWhichTestFailed();
    rerun(new Selection.Failed());
    agent("a1").runs("test").fails("test");
    rerun(new Selection.Failed());
    then("build").is(SKIPPED).because(ReasonCode.REUSED).saying("success");
    agent("a1").does("test").does("deploy");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void theCellsOfAMatrixAreKeptOneByOne() {
    given(workflow(job("discover"), job("test").needs("discover").expanding("discover", "cells")));
    agent("a1").doesLeaving("discover", "cells", "[\"8\", \"11\"]").does("test (8)");
    agent("a1").runs("test (11)").fails("test (11)");
    rerun(new Selection.Failed());
    then("test (8)").is(SKIPPED).because(ReasonCode.REUSED);
    then("test (11)").is(QUEUED);
    agent("a1").does("test (11)");
    thenRun().is(RunState.SUCCESS);
  }

  private void givenAMatrixThatWasMadeOfTwoCells() {
    given(
        workflow(
            job("discover"),
            job("lint"),
            job("test").needs("discover").expanding("discover", "cells"),
            job("report").needs("test", "lint")));
    agent("a1").doesLeaving("discover", "cells", "[\"8\", \"11\"]");
    agent("a1").does("test (8)").does("test (11)").runs("lint").fails("lint");
    thenRun().is(RunState.FAILED);
  }

  @Test
  void aRerunOfAllMakesTheMatrixAnew() {
    givenAMatrixThatWasMadeOfTwoCells();
    Plan original = run().plan();
    rerun(new Selection.All());
    assertThat(run().plan()).isEqualTo(original);
    agent("a1").doesLeaving("discover", "cells", "[\"21\", \"25\", \"26\"]").does("lint");
    assertThat(run().job("test (8)")).isEmpty();
    agent("a1").does("test (21)").does("test (25)");
    then("report").is(PENDING);
    agent("a1").does("test (26)").does("report");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void matrixOfARepeatedJobIsComputedAgain() {
    givenAMatrixThatWasMadeOfTwoCells();
    rerun(new Selection.One(0));
    then("lint").is(SKIPPED).because(ReasonCode.REUSED);
    agent("a1").doesLeaving("discover", "cells", "[\"21\"]");
    assertThat(run().job("test (11)")).isEmpty();
    agent("a1").does("test (21)");
    then("report").is(SKIPPED).saying("needs lint, which failed");
  }

  @Test
  void aMatrixWhoseSourceIsKeptKeepsItsCells() {
    givenAMatrixThatWasMadeOfTwoCells();
    rerun(new Selection.Failed());
    then("test (8)").is(SKIPPED).because(ReasonCode.REUSED);
    then("test (11)").is(SKIPPED).because(ReasonCode.REUSED);
    agent("a1").does("lint").does("report");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void onlyTheAffectedMatrixIsComputedAgain() {
    given(
        workflow(
            job("one"),
            job("other"),
            job("x").needs("one").expanding("one", "cells"),
            job("y").needs("other").expanding("other", "cells"),
            job("last").needs("x", "y")));
    agent("a1").doesLeaving("one", "cells", "[\"1\", \"2\"]").does("x (1)").does("x (2)");
    agent("a1").doesLeaving("other", "cells", "[\"3\", \"4\"]").does("y (3)").does("y (4)");
    agent("a1").does("last");
    rerun(new Selection.One(0));
    then("y (4)").is(SKIPPED).because(ReasonCode.REUSED);
    agent("a1").doesLeaving("one", "cells", "[\"5\", \"6\"]").does("x (5)");
    then("last").is(PENDING);
    agent("a1").does("x (6)").does("last");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void hooksJobIsNotPartOfTheRerun() {
    given(RunSpec.wholeRun(job("a")).withHooks(Hook.of(StepType.CLEANUP, "tidy")));
    agent("a1").runs("a").fails("a").does("(hooks)");
    assertThat(Reruns.plan(run(), new Selection.Failed()).jobs()).hasSize(1);
    rerun(new Selection.Failed());
    then("a").is(QUEUED);
  }

  @Test
  void rerunWithAllResultsReusedEndsTheSame() {
    given(workflow(job("a"), job("b")));
    agent("a1").does("a").does("b");
    rerun(new Selection.Failed());
    thenRun().is(RunState.SUCCESS);
    then("a").is(AttemptState.SKIPPED).because(ReasonCode.REUSED);
  }

  @Test
  void manuallySkippedJobStaysSkipped() {
    given(workflow(job("x"), job("z").needs("x"), job("other")));
    agent("a1").runs("other").runs("x").fails("x");
    isAsked(new EngineCommand.SkipJob(0, Actor.person("dev")));
    agent("a1").runs("z").fails("z").succeeds("other");
    rerun(new Selection.Failed());
    then("x").is(SKIPPED).because(ReasonCode.REUSED);
    then("z").is(QUEUED);
  }

  @Test
  void skippedJobLetsItsDependentsContinue() {
    givenARunOfWhichTestFailed();
    rerun(new Selection.Failed(), "test");
    then("build").is(SKIPPED).because(ReasonCode.REUSED);
    then("test").is(SKIPPED).because(ReasonCode.USER).saying("skipped by dev");
    then("deploy").is(QUEUED);
    agent("a1").does("deploy");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void rerunWithNothingToDoEndsAtOnce() {
    given(workflow(job("a"), job("b")));
    agent("a1").does("a").runs("b").fails("b");
    rerun(new Selection.Failed(), "b");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void requesterOfARerunIsInTheJournal() {
    givenARunOfWhichTestFailed();
    rerun(new Selection.All());
    assertThat(world().journal())
        .filteredOn(line -> line.event().equals("INTERVENED"))
        .extracting(line -> line.actor() + ": " + line.cause().reason().message())
        .containsExactly("person:dev: rerun of #1");
  }

  @Test
  void reusedFailFastCellDoesNotCancelTheRun() {
    MatrixPolicy matrix = MatrixPolicy.of("m");
    given(workflow(job("a").ofMatrix(matrix), job("b").ofMatrix(matrix)));
    agent("a1").runs("a").fails("a");
    thenRun().is(RunState.FAILED);
    rerun(new Selection.One(0));
    agent("a1").does("a");
    thenRun().is(RunState.SUCCESS);
  }
}
