package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.hints;
import static dev.pawl.workflow.WorkflowFixture.job;
import static dev.pawl.workflow.WorkflowFixture.read;
import static dev.pawl.workflow.WorkflowFixture.warnings;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import dev.pawl.workflow.model.JobDefinition;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkflowFileTest {

  private static final String JOBS = "jobs: { a: { runs-on: x, steps: [ { run: x } ] } }\n";

  @Test
  void aSmallWorkflowIsAcceptedWithoutAWord() {
    WorkflowReadResult reading = read("name: CI\non: [push, pull_request]\n" + JOBS);
    assertThat(reading.workflow().orElseThrow().name()).isEqualTo("CI");
    assertThat(reading.diagnostics().all()).isEmpty();
  }

  @Test
  void allErrorsAreReportedWithTheirLines() {
    byte[] bytes =
        "on: push\njobs:\n  build:\n    runs_on: linux\n    steps:\n      - rn: make\n"
            .getBytes(UTF_8);
    assertThat(WorkflowFile.read("my/ci.yml", bytes).diagnostics().render())
        .isEqualTo(
            """
            my/ci.yml:4:5: error: unknown key `runs_on` in a job
                  runs_on: linux
                  ^
              hint: did you mean `runs-on`?
            my/ci.yml:4:5: error: the job `build` has no `runs-on`
                  runs_on: linux
                  ^
              hint: name the labels that an agent must have, such as `runs-on: linux`
            my/ci.yml:6:9: error: unknown key `rn` in a step
                    - rn: make
                      ^
              hint: did you mean `run`?
            my/ci.yml:6:9: error: the step has neither `run` nor `uses`
                    - rn: make
                      ^
              hint: write a script under `run`, or name an action under `uses`
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run: 'echo ${{ nope%d.x }}'",
        "run: x, no%d: x",
        "run: x, timeout-minutes: x%d",
        "run: x, shell: [%d]",
        "run: x, retry: { max: x%d }",
        "run: x, if: nope%d.x"
      })
  void allErrorsAreCounted(String step) {
    String steps =
        IntStream.range(0, 70)
            .mapToObj(i -> "      - { " + step.formatted(i))
            .collect(Collectors.joining(" }\n", "", " }\n"));
    var diagnostics =
        read("on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n" + steps).diagnostics();
    assertThat(diagnostics.errors()).hasSize(50);
    assertThat(diagnostics.omitted().errors()).isEqualTo(20);
  }

  @Test
  void allWarningsAreCounted() {
    String script = "echo ${{ github.event.issue.title }}\n".repeat(70).indent(10);
    var diagnostics =
        read("on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: |\n" + script)
            .diagnostics();
    assertThat(diagnostics.warnings()).hasSize(50);
    assertThat(diagnostics.omitted().warnings()).isEqualTo(20);
  }

  @Test
  void theFileMustBeAMapping() {
    assertThat(errors("- a")).containsExactly("1:1 a workflow: expected a mapping, found a list");
    assertThat(errors("hello"))
        .containsExactly("1:1 a workflow: expected a mapping, found a string");
    assertThat(errors("")).containsExactly("1:1 the file is empty");
  }

  @Test
  void eventsComeInEveryShape() {
    assertThat(read("on: push\n" + JOBS).diagnostics().all()).isEmpty();
    assertThat(
            read("on: { push: { branches: [a] }, workflow_dispatch: }\n" + JOBS)
                .diagnostics()
                .all())
        .isEmpty();
    assertThat(errors("on:\n  schedule:\n    - cron: '0 0 * * *'\n" + JOBS)).isEmpty();
  }

  @Test
  void eventsMustBeNamed() {
    assertThat(errors("on:\n" + JOBS)).singleElement().asString().startsWith("1:4 `on`: expected");
    assertThat(errors("on: [[a]]\n" + JOBS))
        .singleElement()
        .asString()
        .startsWith("1:6 each item of `on`: expected");
    assertThat(errors("on: pusch\n" + JOBS))
        .containsExactly("1:5 `on`: `pusch` is not one of its values");
    assertThat(hints("on: [pusch]\n" + JOBS)).containsExactly("did you mean `push`?");
    assertThat(errors("on: { push: { branches: ['${{ x }}'] } }\n" + JOBS))
        .containsExactly("1:27 expressions are not allowed here");
  }

  @Test
  void aWorkflowWithoutEventsIsWarnedAbout() {
    assertThat(errors(JOBS)).isEmpty();
    assertThat(warnings(JOBS))
        .containsExactly("1:1 there is no `on`: no event starts this workflow");
  }

  @Test
  void thereIsAtLeastOneJob() {
    assertThat(errors("on: push\n")).containsExactly("1:1 `jobs` is missing at the top level");
    assertThat(errors("on: push\njobs: {}\n"))
        .containsExactly("2:7 `jobs` is empty: a workflow has at least one job");
    assertThat(errors("on: push\njobs:\n"))
        .containsExactly("2:6 `jobs`: expected a mapping, found nothing");
    assertThat(errors("on: push\njobs: [a]\n"))
        .containsExactly("2:7 `jobs`: expected a mapping, found a list");
    assertThat(errors("on: push\njobs: { a: x }\n"))
        .containsExactly("2:12 `jobs.a`: expected a mapping, found a string");
  }

  @Test
  void jobIdsHaveAFormat() {
    assertThat(errors(jobs("my.job"))).containsExactly("2:3 `my.job` is not a valid job id");
    assertThat(errors(jobs("0job"))).containsExactly("2:3 `0job` is not a valid job id");
    assertThat(errors(jobs("-job"))).containsExactly("2:3 `-job` is not a valid job id");
    assertThat(errors(jobs("\" \""))).containsExactly("2:3 ` ` is not a valid job id");
    assertThat(errors(jobs("a".repeat(100)))).isEmpty();
    assertThat(errors(jobs("a".repeat(101)))).hasSize(1);
    assertThat(errors(jobs("_a-9"))).isEmpty();
    assertThat(hints(jobs("__a"))).containsExactly("ids that begin with `__` are reserved");
  }

  @Test
  void jobIdsDifferByMoreThanCase() {
    assertThat(errors(jobs("Build", "build")))
        .containsExactly("3:3 the key `build` is a duplicate");
    assertThat(errors(jobs("build", "build")))
        .containsExactly("3:3 the key `build` is a duplicate");
  }

  @Test
  void jobsKeepTheOrderOfTheFile() {
    assertThat(workflow(jobs("z", "a", "m")).jobs())
        .extracting(JobDefinition::id)
        .containsExactly("z", "a", "m");
  }

  @Test
  @Timeout(value = 20, threadMode = SEPARATE_THREAD)
  void tenThousandJobsAreReadAndOneMoreIsNot() {
    assertThat(workflow(manyJobs(10_000)).jobs()).hasSize(10_000);
    assertThat(errors(manyJobs(10_001)))
        .containsExactly("10002:3 a workflow has at most 10000 jobs");
  }

  @Test
  void anExpressionIsReportedAtItsPosition() {
    String error = "expressions are not allowed here";
    assertThat(errors("name: ${{ a }}\non: push\n" + JOBS)).containsExactly("1:7 " + error);
    assertThat(errors("delay: x ${{ a }} ${{ b }}\non: push\n" + JOBS))
        .containsExactly("1:10 " + error, "1:19 " + error);
    assertThat(errors("env: ${{ vars.a }}\non: push\n" + JOBS))
        .containsExactly("1:6 `env`: expected a mapping, found an expression");
    assertThat(errors("env:\n  ${{ a }}: b\non: push\n" + JOBS)).containsExactly("2:3 " + error);
    assertThat(errors(job("needs: [\"${{ a }}\"]"))).contains("6:14 " + error);
    assertThat(errors(job("defaults: { run: '${{ a }}' }"))).containsExactly("6:23 " + error);
    assertThat(errors(job("name: ${{ a"))).containsExactly("6:11 this expression is not closed");
  }

  @Test
  void aKeyWithoutEffectIsAWarning() {
    assertThat(warnings("run-name: by ${{ github.actor }}\non: push\n" + JOBS))
        .containsExactly("1:1 `run-name` has no effect at the top level");
    assertThat(errors("run-name: by ${{ github.actor }}\non: push\n" + JOBS)).isEmpty();
  }

  private static String jobs(String... ids) {
    return "jobs:\n"
        + IntStream.range(0, ids.length)
            .mapToObj(index -> "  " + ids[index] + ": { runs-on: x, steps: [ { run: x } ] }\n")
            .collect(Collectors.joining())
        + "on: push\n";
  }

  private static String manyJobs(int count) {
    return jobs(IntStream.range(0, count).mapToObj(index -> "j" + index).toArray(String[]::new));
  }
}
