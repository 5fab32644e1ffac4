package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowFixture.errors;
import static dev.pawl.workflow.WorkflowFixture.job;
import static dev.pawl.workflow.WorkflowFixture.workflow;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.plan.JobPolicy;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.text.TemplateText;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobKeysTest {

  @Test
  void aJobRunsOnOneLabelOrOnSeveral() {
    assertThat(labels("linux")).containsExactly("linux");
    assertThat(labels("[self-hosted, linux]")).containsExactly("self-hosted", "linux");
  }

  @Test
  void aJobMustSayWhereItRuns() {
    assertThat(errors("on: push\njobs:\n  a:\n    steps: [{ run: x }]\n"))
        .containsExactly("4:5 the job `a` has no `runs-on`");
    assertThat(errors(runsOn("")))
        .containsExactly("3:16 `runs-on`: expected a string, found nothing");
    assertThat(errors(runsOn("[]")))
        .containsExactly("3:17 `runs-on` is empty: name at least one label");
    assertThat(errors(runsOn("[a, [b]]")))
        .containsExactly("3:21 each item of `runs-on`: expected a string, found a list");
    assertThat(errors(runsOn("{ group: a }"))).isEmpty();
    assertThat(errors(runsOn("{ group: ent/a/b }")))
        .containsExactly("3:26 `runs-on.group`: `ent/a/b` is not the name of a group");
    assertThat(errors(runsOn("{}")))
        .containsExactly("3:17 `runs-on` is empty: name a group or labels");
  }

  @Test
  void aJobHasSteps() {
    String head = "on: push\njobs:\n  a:\n    runs-on: x\n";
    assertThat(errors(head)).containsExactly("4:5 the job `a` has no `steps`");
    assertThat(errors(head + "    steps: []\n"))
        .containsExactly("5:12 `steps` is empty: a job has at least one step");
    assertThat(errors(head + "    steps: { run: x }\n"))
        .containsExactly("5:12 `steps`: expected a list, found a mapping");
    assertThat(errors(head + "    steps: [x]\n"))
        .containsExactly("5:13 each item of `steps`: expected a mapping, found a string");
    assertThat(errors(head + "    steps:\n" + "      - run: x\n".repeat(1001)))
        .containsExactly("1006:9 a job has at most 1000 steps");
  }

  @Test
  void aJobThatUsesAWorkflowHasNothingElse() {
    String head = "on: push\njobs:\n  a:\n    uses: ./b.yml\n";
    assertThat(errors(head)).isEmpty();
    assertThat(errors(head + "    steps: [{ run: x }]\n    runs-on: x\n"))
        .containsExactly(
            "5:5 `steps` cannot be combined with `uses` in a job",
            "6:5 `runs-on` cannot be combined with `uses` in a job");
    assertThat(errors(job("with: { a: b }\nsecrets: inherit")))
        .containsExactly(
            "6:5 `with` in a job is only allowed with `uses`",
            "7:5 `secrets` in a job is only allowed with `uses`");
  }

  @Test
  void environmentValuesAreConvertedAsInExpressions() {
    JobWork.Steps job = only("env:\n  A: 1.50\n  B: True\n  C: 'x'\n  D:\n  E: 0x1F\n");
    assertThat(job.env())
        .extractingFromEntries(entry -> entry.getKey() + "=" + entry.getValue())
        .containsExactly("A=1.5", "B=true", "C=x", "D=", "E=31");
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
  void aContainerHasAnImage() {
    assertThat(errors(job("container: { env: { A: b } }\nservices: { db: {}, cache: redis }")))
        .containsExactly(
            "6:16 `image` is missing in `container`", "7:21 `image` is missing in `services`");
    assertThat(errors(job("container: { image: '${{ vars.image }}' }"))).isEmpty();
  }

  @Test
  void defaultsNameShellAndDirectory() {
    RunSettings settings =
        only("defaults: { run: { shell: 'perl {0}', working-directory: src } }").defaults();
    assertThat(settings.shell().orElseThrow().source()).isEqualTo("perl {0}");
    assertThat(settings.workingDirectory().orElseThrow().source()).isEqualTo("src");
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
  void withoutTimesTheDefaultsHold() {
    assertThat(only("name: A").timeoutMinutes()).isEmpty();
    assertThat(only("name: A").policy()).isEqualTo(JobPolicy.PLAIN);
  }

  @ParameterizedTest
  @CsvSource({"5,5", "0.5,0.5", "1e1,10", "0x10,16", "0o10,8", "525600,525600"})
  void aTimeOutIsANumberOfMinutes(String written, String minutes) {
    assertThat(only("timeout-minutes: " + written).timeoutMinutes().orElseThrow().source())
        .isEqualTo(minutes);
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
    assertThat(only("grace-period: " + written).gracePeriod()).contains(grace);
  }

  @ParameterizedTest
  @ValueSource(strings = {"30", "30 s", "s", "-1s", "1.5h", "1w", "1S"})
  void anythingElseIsNotADuration(String written) {
    assertThat(errors(job("grace-period: " + written)))
        .containsExactly("6:19 `grace-period`: `" + written + "` is not a duration");
  }

  @Test
  void aGracePeriodIsAtMostAYear() {
    assertThat(errors(job("grace-period: 366d")))
        .containsExactly("6:19 `grace-period`: `366d` is longer than a year");
    assertThat(errors(job("grace-period: 999999999999d"))).hasSize(1);
  }

  private static JobWork.Steps only(String keys) {
    return (JobWork.Steps) workflow(job(keys)).jobs().getFirst().work();
  }

  private static List<String> labels(String runsOn) {
    JobWork.Steps steps = (JobWork.Steps) workflow(runsOn(runsOn)).jobs().getFirst().work();
    return steps.runsOn().labels().stream().map(TemplateText::source).toList();
  }

  private static String runsOn(String value) {
    return "on: push\njobs:\n  a: { runs-on: " + value + ", steps: [ { run: x } ] }\n";
  }
}
