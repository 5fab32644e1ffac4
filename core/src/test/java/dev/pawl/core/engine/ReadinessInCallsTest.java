package dev.pawl.core.engine;

import static dev.pawl.core.engine.story.StoryPlan.call;
import static dev.pawl.core.engine.story.StoryPlan.calling;
import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.run.JobExpressionContext;
import dev.pawl.core.why.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

/// Jobs of a called workflow see each other; conditions about the jobs around them are their
/// caller's.
class ReadinessInCallsTest extends EngineStory {

  /// `deploy` needs `build` and contains two jobs in sequence; `report` needs `deploy`.
  private static Plan plan(WorkflowScope deploy, String report) {
    return calling(
        workflow(
            job("build"),
            job("deploy / roll").needs("build").seeing().in(1),
            job("deploy / check").needs("deploy / roll").seeing("roll").in(1),
            job("report")
                .needs("build", "deploy / roll", "deploy / check")
                .seeing("deploy")
                .when(report),
            job("other")),
        deploy);
  }

  private static Plan calledIf(String condition) {
    return plan(call("deploy", condition, "build"), "success()");
  }

  private static WorkflowScope givenInput(WorkflowScope.InputType type, String text) {
    SequencedMap<String, WorkflowScope.Input> inputs = new LinkedHashMap<>();
    inputs.put("where", new WorkflowScope.Input.Open(type, text));
    SequencedMap<String, String> outputs = new LinkedHashMap<>(OrderedMaps.empty());
    outputs.put("url", "https://${{ jobs.roll.outputs.host }}/");
    return call("deploy", "success()", inputs, outputs, "build");
  }

  @Test
  void theFirstJobsWaitForWhatTheirCallerNeeds() {
    given(calledIf("success()"));
    then("deploy / roll").is(PENDING);
    agent("a1").does("build");
    then("deploy / roll").is(QUEUED);
    then("deploy / check").is(PENDING);
    agent("a1").does("deploy / roll").does("deploy / check");
    then("report").is(QUEUED);
  }

  @Test
  void skippedCallRunsNothing() {
    given(calledIf("needs.build.outputs.image"));
    agent("a1").does("build");
    then("deploy / roll")
        .is(SKIPPED)
        .because(ReasonCode.CONDITION)
        .inTheWords("deploy: if: needs.build.outputs.image is null");
    then("deploy / check").is(SKIPPED);
    then("report").is(SKIPPED);
  }

  @Test
  void aFailedNeedOfTheCallerSkipsAllOfIt() {
    given(calledIf("success()"));
    agent("a1").runs("build").fails("build");
    then("deploy / roll")
        .is(SKIPPED)
        .because(ReasonCode.UPSTREAM)
        .inTheWords("deploy: needs build, which failed");
    then("deploy / check").is(SKIPPED).because(ReasonCode.UPSTREAM);
  }

  @Test
  void failureBeforeACallIsInvisibleInsideIt() {
    given(calledIf("always()"));
    agent("a1").runs("build").fails("build");
    then("deploy / roll").is(QUEUED);
    agent("a1").does("deploy / roll");
    then("deploy / check").is(QUEUED);
    agent("a1").does("deploy / check");
    then("report").is(SKIPPED).because(ReasonCode.UPSTREAM).saying("needs build, which failed");
  }

  @Test
  void aCallCameToTheWorstOfItsJobs() {
    given(
        plan(call("deploy", "success()", "build"), "always() && needs.deploy.result == 'failure'"));
    agent("a1").does("build").does("deploy / roll").runs("deploy / check").fails("deploy / check");
    then("report").is(QUEUED);
    given(plan(call("deploy", "false", "build"), "always() && needs.deploy.result == 'skipped'"));
    agent("a1").does("build");
    then("report").is(QUEUED);
  }

  @Test
  void aCallHandsOnWhatItsOutputsSay() {
    given(
        plan(
            givenInput(WorkflowScope.InputType.STRING, "${{ needs.build.outputs.where }}"),
            "needs.deploy.outputs.url == 'https://example/'"));
    agent("a1").doesLeaving("build", "where", "eu");
    assertThat(seenBy("deploy / roll", "inputs")).isEqualTo("{\"where\":\"eu\"}");
    assertThat(seenBy("deploy / roll", "needs")).isEqualTo("{}");
    agent("a1").doesLeaving("deploy / roll", "host", "example").does("deploy / check");
    then("report").is(QUEUED);
    assertThat(seenBy("report", "needs"))
        .isEqualTo(
            "{\"deploy\":{\"result\":\"success\",\"outputs\":{\"url\":\"https://example/\"}}}");
  }

  private String seenBy(String job, String context) {
    return JobExpressionContext.on(run()).of(run().job(job).orElseThrow()).context(context).json();
  }

  @Test
  void inputOfTheWrongTypeFailsTheJobsThatSeeIt() {
    given(
        plan(
            givenInput(WorkflowScope.InputType.NUMBER, "${{ needs.build.outputs.where }}"),
            "success()"));
    agent("a1").doesLeaving("build", "where", "eu");
    then("deploy / roll")
        .is(FAILED)
        .because(ReasonCode.USER)
        .inTheWords("input 'where': 'eu' is not a number");
    then("deploy / check").is(SKIPPED);
  }

  @Test
  void retryBeforeACallRetriesItsJobs() {
    given(calledIf("success()"));
    agent("a1").runs("build").fails("build");
    personRetries("build");
    agent("a1").does("build").does("deploy / roll").does("deploy / check").does("report");
    agent("a1").does("other");
    thenRun().is(RunState.SUCCESS);
  }

  /// The job before it has ended; the job that its caller needs is retried.
  @Test
  void jobsInACallWaitForARetryBeforeIt() {
    given(calledIf("failure()"));
    agent("a1").runs("other").runs("build").fails("build").runs("deploy / roll");
    personRetries("build");
    agent("a1").fails("deploy / roll");
    then("deploy / check").is(PENDING);
    why("deploy / check")
        .by(new Fact.Upstream(List.of(new Fact.Need("build", AttemptState.QUEUED))));
    agent("a1").runs("build").fails("build");
    then("deploy / check").is(SKIPPED).saying("needs deploy / roll, which failed");
  }
}
