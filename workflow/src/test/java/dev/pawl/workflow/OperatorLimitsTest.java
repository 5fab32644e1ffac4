package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.OperatorLimits;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The operator's limits cap what a workflow asks, with a warning.
class OperatorLimitsTest {

  private static final OperatorLimits STRICT =
      new OperatorLimits(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(8),
          Duration.ofSeconds(30),
          Duration.ofMinutes(20),
          Duration.ofMinutes(90),
          Optional.of(Duration.ofHours(2)),
          3);

  private static PlanResult result(OperatorLimits limits, String yaml) {
    return Planner.plan(workflow(yaml), new PlanRequest(PlanContexts.NONE, "", limits));
  }

  private static Plan plan(OperatorLimits limits, String yaml) {
    return ((PlanResult.Planned) result(limits, yaml)).plan();
  }

  private static String job(String keys) {
    return "on: push\njobs: { a: { runs-on: linux, %s steps: [ { run: make } ] } }\n"
        .formatted(keys);
  }

  @Test
  void aGracePeriodOfDaysIsCappedByDefault() {
    Plan plan = plan(OperatorLimits.DEFAULT, job("grace-period: 2d,"));
    assertThat(plan.job(0).grace()).isEqualTo(Duration.ofMinutes(10));
    assertThat(plan.warnings())
        .containsExactly("job 'a' asks for a grace period of 2d; the operator's limit is 10m");
  }

  @Test
  void whatIsWithinTheLimitsIsKeptWithoutAWarning() {
    Plan plan = plan(STRICT, job("grace-period: 1m, timeout-minutes: 90,"));
    assertThat(plan.job(0).grace()).isEqualTo(Duration.ofMinutes(1));
    assertThat(plan.job(0).timeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void theOperatorSetsTheDefaults() {
    PlannedJob job = plan(STRICT, job("hooks: { cleanup: clean },")).job(0);
    assertThat(job.grace()).isEqualTo(Duration.ofSeconds(10));
    assertThat(job.timeout()).isEqualTo(Duration.ofMinutes(20));
    assertThat(job.hookBudget()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void timeoutsOfJobsAndRunsAreCapped() {
    Plan plan = plan(STRICT, "timeout-minutes: 600\n" + job("timeout-minutes: 100,"));
    assertThat(plan.job(0).timeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(plan.policy().timeout()).contains(Duration.ofHours(2));
    assertThat(plan.warnings())
        .containsExactly(
            "job 'a' asks for a timeout of 100m; the operator's limit is 90m",
            "the run asks for a timeout of 10h; the operator's limit is 2h");
  }

  @Test
  void aRunWithoutATimeoutGetsTheLongestOne() {
    Plan plan = plan(STRICT, job(""));
    assertThat(plan.policy().timeout()).contains(Duration.ofHours(2));
    assertThat(plan.warnings()).isEmpty();
    assertThat(plan(OperatorLimits.DEFAULT, job("")).policy().timeout()).isEmpty();
  }

  @Test
  void theTimeForHooksIsCapped() {
    String hooks = "hooks: { cleanup: { run: clean, timeout: 20m } }";
    Plan plan = plan(STRICT, hooks + "\n" + job(hooks + ","));
    assertThat(plan.job(0).hookBudget()).isEqualTo(Duration.ofMinutes(8));
    assertThat(plan.policy().hookBudget()).contains(Duration.ofMinutes(8));
    assertThat(plan.warnings())
        .containsExactly(
            "job 'a' asks for time for hooks of 20m; the operator's limit is 8m",
            "the run asks for time for hooks of 20m; the operator's limit is 8m");
  }

  @Test
  void theOperatorMayAllowMoreTimeForHooksThanIsBuiltIn() {
    var generous =
        new OperatorLimits(
            STRICT.defaultGrace(),
            STRICT.maxGrace(),
            Duration.ofMinutes(5),
            Duration.ofHours(2),
            STRICT.groupEvaluation(),
            STRICT.defaultJobTimeout(),
            STRICT.maxJobTimeout(),
            Optional.empty(),
            3);
    Plan plan = plan(generous, job("hooks: { cleanup: { run: clean, timeout: 1h } },"));
    assertThat(plan.job(0).hookBudget()).isEqualTo(Duration.ofHours(1));
    assertThat(plan.warnings()).isEmpty();
  }

  @Test
  void theCellsOfAMatrixWarnOnce() {
    Plan plan = plan(STRICT, job("grace-period: 5m, strategy: { matrix: { n: [1, 2, 3] } },"));
    assertThat(plan.jobs()).extracting(PlannedJob::grace).containsOnly(Duration.ofMinutes(1));
    assertThat(plan.warnings()).hasSize(1);
  }

  @Test
  void aMatrixIsLimited() {
    PlanResult result = result(STRICT, job("strategy: { matrix: { n: [1, 2, 3, 4] } },"));
    assertThat(((PlanResult.Rejected) result).errors().getFirst().message())
        .contains("the matrix has 4 cells, at most 3 are allowed");
  }

  @Test
  void valuesThatAreKnownLaterAreCappedThen() {
    PlannedJob job = plan(STRICT, job("")).job(0);
    Plan generous = plan(OperatorLimits.DEFAULT, job("timeout-minutes: 600,"));
    PlannedJob capped = STRICT.cap(generous.job(0));
    assertThat(capped.timeout()).isEqualTo(Duration.ofMinutes(90));
    assertThat(capped.reason())
        .isEqualTo("no condition (it asks for a timeout of 10h; the operator's limit is 90m)");
    assertThat(List.of(STRICT.cap(job))).containsExactly(job);
  }
}
