package dev.pawl.workflow;

import static dev.pawl.workflow.Reader.errors;
import static dev.pawl.workflow.Reader.hints;
import static dev.pawl.workflow.Reader.job;
import static dev.pawl.workflow.Reader.workflow;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.Shell;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.RunSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobTest {

  @Test
  void aJobRunsOnOneLabelOrOnSeveral() {
    assertThat(labels("linux")).containsExactly("linux");
    assertThat(labels("[self-hosted, linux]")).containsExactly("self-hosted", "linux");
  }

  @Test
  void aJobMustSayWhereItRuns() {
    assertThat(errors("on: push\njobs:\n  a:\n    steps: [{ run: x }]\n"))
        .containsExactly("3:3 the job `a` has no `runs-on`");
    assertThat(errors(runsOn("")))
        .containsExactly("3:16 `runs-on`: expected a string, found nothing");
    assertThat(errors(runsOn("[]")))
        .containsExactly("3:17 `runs-on` is empty: name at least one label");
    assertThat(errors(runsOn("[a, [b]]")))
        .containsExactly("3:21 each item of `runs-on`: expected a string, found a list");
    assertThat(errors(runsOn("{ group: a }")))
        .containsExactly("3:17 `runs-on` as a mapping is not supported by this version yet");
  }

  @Test
  void aJobHasSteps() {
    String head = "on: push\njobs:\n  a:\n    runs-on: x\n";
    assertThat(errors(head)).containsExactly("3:3 the job `a` has no `steps`");
    assertThat(errors(head + "    steps: []\n"))
        .containsExactly("5:12 `steps` is empty: a job has at least one step");
    assertThat(errors(head + "    steps: { run: x }\n"))
        .containsExactly("5:12 `steps`: expected a list, found a mapping");
    assertThat(errors(head + "    steps: [x]\n"))
        .containsExactly("5:13 a step: expected a mapping, found a string");
    assertThat(errors(head + "    steps:\n" + "      - run: x\n".repeat(1001)))
        .containsExactly("1006:9 a job has at most 1000 steps");
  }

  @Test
  void aJobThatUsesAWorkflowIsRefusedForThatOnly() {
    assertThat(errors("on: push\njobs:\n  a:\n    uses: ./b.yml\n"))
        .containsExactly("4:5 `uses` in a job is not supported by this version yet");
  }

  @Test
  void theEnvironmentKeepsTheTextThatWasWritten() {
    Job job = only("env:\n  A: 1.50\n  B: True\n  C: 'x'\n  D:\n  E: 0x1F\n");
    assertThat(job.env())
        .containsExactly(
            entry("A", "1.50"),
            entry("B", "True"),
            entry("C", "x"),
            entry("D", ""),
            entry("E", "0x1F"));
  }

  @Test
  void theEnvironmentIsFlat() {
    assertThat(errors(job("env: [A]")))
        .containsExactly("6:10 `env`: expected a mapping, found a list");
    assertThat(errors(job("env: { A: [b] }")))
        .containsExactly("6:15 `env.A`: expected a string, found a list");
    assertThat(errors(job("env: { A=B: c }")))
        .containsExactly("6:12 `env.A=B`: the name of a variable cannot contain `=`");
  }

  @Test
  void defaultsNameShellAndDirectory() {
    assertThat(only("defaults: { run: { shell: sh, working-directory: src } }").defaults())
        .isEqualTo(new RunSettings(Shell.SH, "src"));
    assertThat(errors(job("defaults: []")))
        .containsExactly("6:15 `defaults`: expected a mapping, found a list");
    assertThat(errors(job("defaults: { run: x }")))
        .containsExactly("6:22 `defaults.run`: expected a mapping, found a string");
    assertThat(errors(job("defaults: { ran: {} }")))
        .containsExactly("6:17 unknown key `ran` in `defaults`");
    assertThat(errors(job("defaults: { run: { shel: sh } }")))
        .containsExactly("6:24 unknown key `shel` in `defaults.run`");
  }

  @Test
  void aShellIsOneOfThree() {
    assertThat(errors(job("defaults: { run: { shell: pwsh } }")))
        .containsExactly("6:31 the shell `pwsh` is not supported by this version");
    assertThat(hints(job("defaults: { run: { shell: bsh } }")))
        .containsExactly("did you mean `bash`?");
    assertThat(hints(job("defaults: { run: { shell: 'perl {0}' } }")))
        .containsExactly("use `bash`, `sh` or `python`");
  }

  @Test
  void withoutTimesTheDefaultsHold() {
    assertThat(only("name: A").timeout()).isEqualTo(PlannedJob.DEFAULT_TIMEOUT);
    assertThat(only("name: A").grace()).isEqualTo(PlannedJob.DEFAULT_GRACE);
  }

  @ParameterizedTest
  @CsvSource({"5,PT5M", "0.5,PT30S", "1e1,PT10M", "0x10,PT16M", "0o10,PT8M", "525600,PT8760H"})
  void aTimeOutIsANumberOfMinutes(String written, Duration timeout) {
    assertThat(only("timeout-minutes: " + written).timeout()).isEqualTo(timeout);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "-1", "525601", ".inf", ".nan", "1e999", "0.0000001", "0xFFFFFFFFFFFFFFFFFF"})
  void aTimeOutIsPositiveAndAtMostAYear(String written) {
    assertThat(errors(job("timeout-minutes: " + written)))
        .containsExactly(
            "6:22 `timeout-minutes`: `"
                + written
                + "` is not a positive number of minutes, at most a year");
  }

  @Test
  void aTimeOutIsANumber() {
    assertThat(errors(job("timeout-minutes: '5'")))
        .containsExactly("6:22 `timeout-minutes`: expected a number, found a string");
    assertThat(errors(job("timeout-minutes: [5]")))
        .containsExactly("6:22 `timeout-minutes`: expected a number, found a list");
    assertThat(errors(job("timeout-minutes:")))
        .containsExactly("6:21 `timeout-minutes`: expected a number, found nothing");
  }

  @ParameterizedTest
  @CsvSource({"500ms,PT0.5S", "30s,PT30S", "10m,PT10M", "8h,PT8H", "2d,PT48H", "0s,PT0S"})
  void aGracePeriodIsANumberWithItsUnit(String written, Duration grace) {
    assertThat(only("grace-period: " + written).grace()).isEqualTo(grace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "30 s", "s", "-1s", "1.5h", "1w", "1S"})
  void anythingElseIsNoDuration(String written) {
    assertThat(errors(job("grace-period: " + written)))
        .containsExactly("6:19 `grace-period`: `" + written + "` is not a duration");
  }

  @Test
  void aGracePeriodIsAtMostAYear() {
    assertThat(errors(job("grace-period: 366d")))
        .containsExactly("6:19 `grace-period`: `366d` is more than a year");
    assertThat(errors(job("grace-period: 999999999999d"))).hasSize(1);
  }

  private static Job only(String keys) {
    return workflow(job(keys)).jobs().getFirst();
  }

  private static List<String> labels(String runsOn) {
    return workflow(runsOn(runsOn)).jobs().getFirst().runsOn();
  }

  private static String runsOn(String value) {
    return "on: push\njobs:\n  a: { runs-on: " + value + ", steps: [ { run: x } ] }\n";
  }
}
