package dev.pawl.core.plan.matrix;

import static dev.pawl.core.engine.story.StoryGroups.cancelInProgress;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLED;
import static dev.pawl.core.lifecycle.AttemptState.CANCELLING;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.HELD;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.GroupRule;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.expression.value.Value;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A matrix that needs the outputs of other jobs, and the settings that cells share.
class MatrixExpansionTest extends EngineStory {

  private static final Plan DYNAMIC =
      workflow(
          job("discover"),
          job("test").needs("discover").expanding("discover", "cells"),
          job("report").needs("test"));

  private static Plan cells(MatrixPolicy matrix) {
    return workflow(
        job("x").ofMatrix(matrix), job("y").ofMatrix(matrix), job("z").ofMatrix(matrix));
  }

  @Test
  void matrixStaysOneJobUntilItsNeedsEnded() {
    given(DYNAMIC);
    agent("a1").runs("discover");
    then("test").is(PENDING);
    assertThat(run().jobs().size()).isEqualTo(3);
  }

  @Test
  void theSameDecisionReplacesItByItsCells() {
    given(DYNAMIC);
    agent("a1").doesLeaving("discover", "cells", "[\"8\", \"11\"]");
    then("test (8)").is(QUEUED);
    then("test (11)").is(QUEUED);
    assertThat(run().job("test")).isEmpty();
    var cell = run().job("test (11)").orElseThrow().planned().cell().orElseThrow();
    assertThat(cell.matrix().json()).isEqualTo("{\"cell\":\"11\"}");
  }

  @Test
  void dependentsWaitForAllCells() {
    given(DYNAMIC);
    agent("a1").doesLeaving("discover", "cells", "[\"8\", \"11\"]").does("test (8)");
    then("report").is(PENDING);
    agent("a1").does("test (11)");
    then("report").is(QUEUED);
    agent("a1").does("report");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void emptyMatrixIsSkippedWithItsDependents() {
    given(DYNAMIC);
    agent("a1").doesLeaving("discover", "cells", "[]");
    then("test").is(SKIPPED).because(ReasonCode.FILTER).saying("its matrix is empty");
    then("report").is(SKIPPED).saying("needs test, which was skipped");
    thenRun().is(RunState.SUCCESS);
  }

  @Test
  void invalidMatrixFailsTheJob() {
    given(DYNAMIC);
    agent("a1").doesLeaving("discover", "cells", "{}");
    then("test").is(FAILED).because(ReasonCode.USER).saying("matrix.cell is an object, not a list");
    then("report").is(SKIPPED);
    thenRun().is(RunState.FAILED);
  }

  @Test
  void matrixOfMoreThan256CellsFailsTheJob() {
    given(DYNAMIC);
    agent("a1").doesLeaving("discover", "cells", "[0" + ",1".repeat(256) + "]");
    then("test").is(FAILED).saying("257 cells, at most 256");
  }

  @Test
  void twoEqualElementsAreTwoCells() {
    given(DYNAMIC);
    agent("a1").doesLeaving("discover", "cells", "[\"8\", \"8\"]");
    then("test (8)").is(QUEUED);
    then("test (8 #2)").is(QUEUED);
  }

  @Test
  void matrixIsSkippedAsOneJobIfItsNeedFails() {
    given(DYNAMIC);
    agent("a1").runs("discover").fails("discover");
    then("test").is(SKIPPED).because(ReasonCode.UPSTREAM);
    thenRun().is(RunState.FAILED);
  }

  @Test
  void everyCellIsProtectedByItself() {
    given(
        workflow(
            job("discover"),
            job("deploy").needs("discover").expanding("discover", "cells").approvedBy("lead"),
            job("other")));
    agent("a1").doesLeaving("discover", "cells", "[\"eu\", \"us\"]");
    approves("lead", "deploy (eu)");
    then("deploy (eu)").is(QUEUED);
    then("deploy (us)").is(HELD);
  }

  @Test
  void aCellThatFailsTakesTheOthersWithIt() {
    given(cells(new MatrixPolicy("m", true, MatrixPolicy.MAX_CELLS)));
    agent("a1").runs("y").runs("x").fails("x");
    then("y").is(CANCELLING).because(ReasonCode.FAIL_FAST).saying("x failed");
    then("z").is(CANCELLED).because(ReasonCode.FAIL_FAST);
    agent("a1").acknowledgesTheCancelOf("y");
    thenRun().is(RunState.FAILED).saying("x failed");
  }

  @Test
  void withoutFailFastTheOthersGoOn() {
    given(cells(new MatrixPolicy("m", false, MatrixPolicy.MAX_CELLS)));
    agent("a1").runs("x").fails("x").does("y").does("z");
    thenRun().is(RunState.FAILED).inTheWords("x failed");
  }

  @Test
  void aCellThatIsTriedAgainHasNotFailedYet() {
    var matrix = new MatrixPolicy("m", true, MatrixPolicy.MAX_CELLS);
    given(
        workflow(job("x").ofMatrix(matrix).retried(1, ReasonCode.TEST), job("y").ofMatrix(matrix)));
    agent("a1").runs("x").fails("x", ReasonCode.TEST);
    then("y").is(QUEUED);
  }

  @Test
  void aCellThatMayFailTakesNobodyWithIt() {
    var matrix = new MatrixPolicy("m", true, MatrixPolicy.MAX_CELLS);
    given(workflow(job("x").ofMatrix(matrix).continuingOnError(), job("y").ofMatrix(matrix)));
    agent("a1").runs("x").fails("x");
    then("y").is(QUEUED);
  }

  @Test
  void maxParallelLimitsCellsWithAgents() {
    given(cells(new MatrixPolicy("m", false, 2)));
    agent("a1").isOffered("x").isOffered("y").isOffered("z");
    thenReply().isRefused(Refusal.Code.NO_PLACE);
    agent("a1").acknowledges("x").starts("x").succeeds("x").isOffered("z");
    thenReply().isAccepted();
  }

  /// All cells of the first matrix are superseded in the decision that creates them, which creates
  /// the second.
  @Test
  void matrixBehindASkippedMatrixIsExpandedOnce() {
    var main = new JobTemplate.GroupTemplate("main", false, 1, "true", GroupRule.Queue.MAX);
    var strategy = new MatrixStrategy(Value.parseJson("{\"cell\": [1, 2]}"), "", "");
    var inMain =
        new JobTemplate(
            "", "test", List.of("linux"), "", "", "", Optional.of(main), "", Optional.of(strategy));
    given(
        workflow(
            job("discover"),
            job("test").needs("discover").with(inMain),
            job("report")
                .needs("discover", "test")
                .when(Condition.ALWAYS)
                .expanding("discover", "cells")));
    another(workflow(job("deploy").inGroup(cancelInProgress("main"))));
    agent("a2").runs("deploy");
    inRun(new RunId("run-1"));
    agent("a1").doesLeaving("discover", "cells", "[3, 4]");
    then("test (2)").is(CANCELLED);
    then("report (3)").is(QUEUED);
    then("report (4)").is(QUEUED);
  }
}
