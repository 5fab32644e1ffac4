package dev.pawl.core.plan;

import static dev.pawl.core.engine.story.StoryPlan.job;
import static dev.pawl.core.engine.story.StoryPlan.workflow;
import static dev.pawl.core.lifecycle.AttemptState.FAILED;
import static dev.pawl.core.lifecycle.AttemptState.PENDING;
import static dev.pawl.core.lifecycle.AttemptState.QUEUED;
import static dev.pawl.core.lifecycle.AttemptState.SKIPPED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.story.EngineStory;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.JobExpressionContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A job's texts that refer to other jobs are evaluated by the decision that ends the last of them.
class TemplateExpansionTest extends EngineStory {

  private static JobTemplate deploying(String minutes) {
    return new JobTemplate(
        "",
        "Deploy ${{ needs.build.outputs.version }} of run ${{ github.run_number }}",
        List.of("${{ fromJSON(needs.build.outputs.labels) }}", "linux"),
        minutes,
        "",
        "",
        Optional.of(
            new JobTemplate.GroupTemplate(
                "deploy-${{ needs.build.outputs.version }}", false, 1, "", GroupRule.Queue.MAX)),
        "${{ needs.build.result }}",
        Optional.empty());
  }

  private static Plan plan(String minutes) {
    return workflow(
        job("build"),
        job("deploy").needs("build").with(deploying(minutes)),
        job("report").needs("deploy"));
  }

  private void buildLeaves(String version, String labels) {
    agent("a1").doesLeaving("build", "version", version, "labels", labels);
  }

  private PlannedJob deploy() {
    return run().job("deploy").orElseThrow().planned();
  }

  @Test
  void templateStaysUnevaluatedUntilReady() {
    given(plan(""));
    then("deploy").is(PENDING);
    assertThat(deploy().template()).isPresent();
  }

  @Test
  void aGroupWithATooLongNameFailsTheJob() {
    given(plan(""));
    buildLeaves("v".repeat(6_000), "[]");
    then("deploy").is(FAILED).because(ReasonCode.USER);
    then("deploy").saying("concurrency: the name of the group has more than 1,024 bytes");
  }

  @Test
  void aTimeoutThatIsKnownLateIsCappedThen() {
    given(plan("${{ needs.build.outputs.version }}"));
    buildLeaves("100000", "[]");
    assertThat(deploy().timeout()).isEqualTo(OperatorLimits.DEFAULT.maxJobTimeout());
    assertThat(deploy().reason())
        .contains("it asks for a timeout of 100000m; the operator's limit is 5d");
  }

  @Test
  void theJournalSaysWhatWasCapped() {
    Plan asked = plan("");
    PlannedJob build = asked.job(0).withTimes(Duration.ofHours(1), Duration.ofDays(2));
    given(OperatorLimits.DEFAULT.cap(asked.with(List.of(build, asked.job(1), asked.job(2)))));
    thenRun()
        .saying("planned; job 'build' asks for a grace period of 2d; the operator's limit is 10m");
  }

  @Test
  void theJobBecomesWhatItsTextsComeTo() {
    given(plan("${{ needs.build.outputs.version }}"));
    buildLeaves("7", "[\"arm\", \"big\"]");
    then("deploy").is(QUEUED);
    assertThat(deploy().name()).isEqualTo("Deploy 7 of run 1");
    assertThat(deploy().runsOn()).containsExactly("arm", "big", "linux");
    assertThat(deploy().timeout()).isEqualTo(Duration.ofMinutes(7));
    assertThat(deploy().policy().group()).contains(GroupRule.of("deploy-7"));
    assertThat(deploy().policy().environment()).contains("success");
    assertThat(deploy().template()).isEmpty();
    thenGroup("deploy-7").isWaitedForBy(thisRun());
  }

  @Test
  void valueOfTheWrongTypeFailsTheJob() {
    given(plan("${{ needs.build.outputs.version }}"));
    buildLeaves("soon", "[]");
    then("deploy")
        .is(FAILED)
        .because(ReasonCode.USER)
        .inTheWords("timeout-minutes: 'soon' is not a number of minutes");
    then("report").is(SKIPPED).because(ReasonCode.UPSTREAM);
  }

  @Test
  void invalidTextFailsTheJob() {
    given(plan(""));
    buildLeaves("7", "no list");
    then("deploy")
        .is(FAILED)
        .because(ReasonCode.USER)
        .saying("runs-on: ${{ fromJSON(needs.build.outputs.labels) }}: ");
  }

  @Test
  void invalidConditionFailsTheJob() {
    given(
        workflow(
            job("build"),
            job("deploy").needs("build").when("fromJSON(needs.build.outputs.labels)")));
    buildLeaves("7", "no list");
    then("deploy").is(FAILED).because(ReasonCode.USER).saying("if: fromJSON(needs.build");
  }

  @Test
  void cellsOfAMatrixAreVisibleSinglyAndTogether() {
    given(
        workflow(
            job("discover"),
            job("test").needs("discover").expanding("discover", "cells"),
            job("report").needs("test")));
    agent("a1").doesLeaving("discover", "cells", "[\"a\", \"b\", \"c\"]");
    agent("a1").doesLeaving("test (a)", "out", "1").doesLeaving("test (b)", "out", "2");
    agent("a1").doesLeaving("test (c)", "out", "");
    var report = run().job("report").orElseThrow();
    assertThat(JobExpressionContext.on(run()).of(report).context("needs").json())
        .isEqualTo(
            "{\"test\":{\"result\":\"success\",\"outputs\":{\"out\":\"2\"},\"cells\":{"
                + "\"a\":{\"result\":\"success\",\"outputs\":{\"out\":\"1\"},\"matrix\":{\"cell\":\"a\"}},"
                + "\"b\":{\"result\":\"success\",\"outputs\":{\"out\":\"2\"},\"matrix\":{\"cell\":\"b\"}},"
                + "\"c\":{\"result\":\"success\",\"outputs\":{\"out\":\"\"},\"matrix\":{\"cell\":\"c\"}}}}}");
  }

  @Test
  void moreThanFitsAMessageFailsWhoNeedsIt() {
    // A quote takes four bytes in a dispatch: it is escaped, and its backslash is.
    String quotes = "\"".repeat(250_000);
    String[] needs = {"a", "b", "c", "d", "e"};
    given(workflow(job("a"), job("b"), job("c"), job("d"), job("e"), job("deploy").needs(needs)));
    for (String need : needs) {
      agent("a1").doesLeaving(need, "log", need.equals("e") ? "1" : quotes);
    }
    then("deploy").is(QUEUED);
    given(workflow(job("a"), job("b"), job("c"), job("d"), job("e"), job("deploy").needs(needs)));
    for (String need : needs) {
      agent("a1").doesLeaving(need, "log", quotes);
    }
    then("deploy")
        .is(FAILED)
        .because(ReasonCode.USER)
        .saying("the outputs that it needs take more than 4 MiB in the message to its agent");
  }

  @Test
  void aCellThatIsTooLargeForAMessageFailsTheJob() {
    given(workflow(job("discover"), job("test").needs("discover").expanding("discover", "cells")));
    // The output itself would fit.
    agent("a1").doesLeaving("discover", "cells", "[\"" + "\\\"".repeat(300_000) + "\"]");
    assertThat(run().jobs())
        .anySatisfy(
            job -> assertThat(job.attempt().reason().message()).contains("takes more than 1 MiB"));
  }
}
