package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.workflow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.fail;

import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.workflow.planning.PlanRequest;
import dev.pawl.workflow.planning.PlanResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannerTest {

  private static final Plan PLAN =
      plan(
          """
          name: Nightly
          on: push
          env: { A: workflow, B: workflow }
          defaults: { run: { shell: sh, working-directory: root } }
          jobs:
            test:
              needs: [Build, lint]
              name: All tests
              runs-on: [linux, large]
              timeout-minutes: 5
              grace-period: 1m
              env: { B: job, C: job }
              defaults: { run: { shell: python } }
              steps:
                - run: |

                    make test
                    make report
                - name: Publish
                  id: publish
                  run: ./publish
                  shell: bash
                  working-directory: out
                  env: { C: step }
            build: { runs-on: linux, steps: [ { run: make } ] }
            lint: { runs-on: linux, steps: [ { run: lint } ] }
          """);

  @Test
  void jobsKeepTheirOrderAndNeedsAreIndices() {
    assertThat(PLAN.workflow()).isEqualTo("Nightly");
    assertThat(PLAN.jobs()).extracting(PlannedJob::id).containsExactly("test", "build", "lint");
    assertThat(PLAN.job(0).needs()).containsExactly(1, 2);
    assertThat(PLAN.dependents()).containsExactly(List.of(), List.of(0), List.of(0));
  }

  @Test
  void aJobIsPlannedAsItIsWritten() {
    PlannedJob test = PLAN.job(0);
    assertThat(test.name()).isEqualTo("All tests");
    assertThat(test.runsOn()).containsExactly("linux", "large");
    assertThat(test.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(test.grace()).isEqualTo(Duration.ofMinutes(1));
    assertThat(test.reason()).isEqualTo("no condition");
  }

  @Test
  void aJobWithoutANameIsCalledByItsId() {
    assertThat(PLAN.job(1).name()).isEqualTo("build");
  }

  @Test
  void environmentsOfWorkflowJobAndStepAreLayered() {
    assertThat(PLAN.job(0).body().env().getFirst()).containsEntry("A", "workflow");
    assertThat(PLAN.job(0).body().env().getLast())
        .containsExactly(entry("B", "job"), entry("C", "job"));
    assertThat(PLAN.job(0).steps().get(1).env()).containsExactly(entry("C", "step"));
  }

  @Test
  void aStepIsNamedAfterItsScriptByDefault() {
    assertThat(PLAN.job(0).steps())
        .extracting(PlannedStep::name)
        .containsExactly("Run make test", "Publish");
    assertThat(script(PLAN.job(0), 0).run()).isEqualTo("\nmake test\nmake report\n");
  }

  @Test
  void shellAndDirectoryComeFromTheNearestDefaults() {
    assertThat(script(PLAN.job(0), 0).shell()).isEqualTo("python");
    assertThat(script(PLAN.job(0), 1).shell()).isEqualTo("bash");
    assertThat(script(PLAN.job(1), 0).shell()).isEqualTo("sh");
    assertThat(script(PLAN.job(0), 0).workingDirectory()).isEqualTo("root");
    assertThat(script(PLAN.job(0), 1).workingDirectory()).isEqualTo("out");
  }

  private static StepAction.Script script(PlannedJob job, int step) {
    return (StepAction.Script) job.steps().get(step).action();
  }

  @Test
  void aStepKnowsWhereItStands() {
    assertThat(PLAN.job(0).steps())
        .extracting(PlannedStep::source)
        .containsExactly("ci.yml:15:9", "ci.yml:19:9");
    assertThat(PLAN.job(0).steps()).extracting(PlannedStep::id).containsExactly("", "publish");
  }

  @Test
  void absentKeysHaveDefaults() {
    Plan plan = plan("jobs: { a: { runs-on: x, steps: [ { run: make } ] } }");
    PlannedJob job = plan.job(0);
    assertThat(plan.workflow()).isEqualTo("ci.yml");
    assertThat(job.timeout()).isEqualTo(PlannedJob.DEFAULT_TIMEOUT);
    assertThat(job.grace()).isEqualTo(PlannedJob.DEFAULT_GRACE);
    assertThat(job.body().env()).allMatch(Map::isEmpty);
    assertThat(job.steps().getFirst().action()).isEqualTo(new StepAction.Script("make", "", ""));
  }

  @Test
  void aNeedWrittenTwiceIsOneNeed() {
    Plan plan =
        plan(
            """
            jobs:
              a: { runs-on: x, steps: [ { run: make } ] }
              b: { needs: [a, A], runs-on: x, steps: [ { run: make } ] }
            """);
    assertThat(plan.job(1).needs()).containsExactly(0);
  }

  private static Plan plan(String yaml) {
    return Planner.plan(workflow(yaml), PlanRequest.NONE) instanceof PlanResult.Planned planned
        ? planned.plan()
        : fail(yaml);
  }
}
