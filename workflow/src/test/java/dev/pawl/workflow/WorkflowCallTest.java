package dev.pawl.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.diagnostics.Diagnostic;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.reader.CallLimits;
import dev.pawl.workflow.reader.CalledWorkflows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Jobs that call a workflow, with the inputs and secrets that they pass.
class WorkflowCallTest {

  private static final String JOBS = "jobs: { a: { runs-on: x, steps: [{ run: x }] } }\n";
  private static final String CALLED =
      """
      on:
        workflow_call:
          inputs:
            target: { type: string, required: true }
            count: { type: number, required: true, default: 1 }
            fast: { type: boolean }
          secrets: { token: { required: true } }
      """
          + JOBS;

  private final Map<String, String> files = new HashMap<>(Map.of("./called.yml", CALLED));

  @Test
  void theCalledWorkflowIsReadWithItsCaller() {
    WorkflowReadResult reading = read(caller("with: { target: a }\nsecrets: inherit"));
    JobWork.WorkflowCall calls =
        (JobWork.WorkflowCall) reading.workflow().orElseThrow().jobs().getFirst().work();
    assertThat(calls.target().orElseThrow().jobs()).hasSize(1);
    assertThat(calls.target().orElseThrow().file()).isEqualTo("./called.yml");
  }

  @Test
  void requiredInputsAndSecretsMustBePassed() {
    assertThat(errors(caller("")))
        .containsExactly(
            "4:11 the called workflow requires the input `target`",
            "4:11 the called workflow requires the secret `token`");
  }

  @Test
  void unknownInputsAndSecretsAreErrors() {
    assertThat(errors(caller("with: { target: a, tagret: b }\nsecrets: { token: a, t: b }")))
        .containsExactly(
            "5:32 the called workflow has no input `tagret`",
            "6:29 the called workflow has no secret `t`");
  }

  @Test
  void secretsAreInheritedByAWordOnly() {
    assertThat(errors(caller("with: { target: a }\nsecrets: ${{ secrets.all }}")))
        .contains("6:14 expressions are not allowed here");
  }

  @Test
  void passedInputsMustHaveTheirType() {
    assertThat(errors(caller("with: { target: 1, count: x, fast: 'true' }\nsecrets: inherit")))
        .containsExactly(
            "5:31 `with.count`: expected a number, found a string",
            "5:40 `with.fast`: expected a boolean, found a string");
    assertThat(errors(caller("with: { target: a, count: '${{ vars.count }}' }\nsecrets: inherit")))
        .isEmpty();
  }

  @Test
  void aFileThatCannotBeCalledIsReportedAtTheCall() {
    files.put("./called.yml", "on: push\n" + JOBS);
    assertThat(told(caller("")))
        .containsExactly(
            "the workflow `./called.yml` cannot be called", "it has no `on: workflow_call`");
    files.put("./called.yml", "on: workflow_call\njobs: { a: { } }\n");
    assertThat(read(caller("")).diagnostics().render())
        .contains(
            """
            ./called.yml:2:12: error: the job `a` has no `runs-on`
              jobs: { a: { } }
                         ^
            """)
        .contains("./called.yml:2:12: error: the job `a` has no `steps`");
    files.remove("./called.yml");
    assertThat(errors(caller(""))).containsExactly("4:11 unknown workflow `./called.yml`");
  }

  @Test
  void warningsOfACalledFileAreReportedOnce() {
    files.put("./called.yml", "on: workflow_call\npermissions: {}\n" + JOBS);
    files.put("./b.yml", "on: workflow_call\njobs: { b: { uses: ./called.yml } }\n");
    assertThat(
            read("on: push\njobs: { a: { uses: ./called.yml }, b: { uses: ./b.yml } }\n")
                .diagnostics()
                .render())
        .isEqualTo(
            """
            ./called.yml:2:1: warning: `permissions` has no effect at the top level
              permissions: {}
              ^
              hint: Pawl gives jobs no token, so there is nothing to limit
            """);
  }

  @Test
  void diagnosticsOfManyCalledFilesAreLimited() {
    StringBuilder jobs = new StringBuilder("on: push\njobs:\n");
    for (int at = 0; at < 60; at++) {
      files.put("./" + at + ".yml", "on: workflow_call\npermissions: {}\n" + JOBS);
      jobs.append("  j").append(at).append(": { uses: ./").append(at).append(".yml }\n");
    }
    var diagnostics = read(jobs.toString()).diagnostics();
    assertThat(diagnostics.all()).hasSize(50);
    assertThat(diagnostics.omitted().warnings()).isEqualTo(10);
  }

  @Test
  void aWorkflowCannotCallItself() {
    files.put("./called.yml", "on: workflow_call\njobs: { a: { uses: ./called.yml } }\n");
    assertThat(told(caller("")).toString()).contains("cannot be called");
    assertThat(errors(caller(""))).hasSize(1);
  }

  @Test
  void callsGoTenLevelsDeep() {
    chain(9);
    assertThat(errors("on: push\njobs: { a: { uses: ./1.yml } }\n")).isEmpty();
    chain(10);
    assertThat(errors("on: push\njobs: { a: { uses: ./1.yml } }\n"))
        .containsExactly("2:20 the workflow `./10.yml` cannot be called");
  }

  @Test
  void theOrderOfCallsDoesNotMatterToTheirDepth() {
    chain(9);
    files.put("./0.yml", "on: workflow_call\njobs: { a: { uses: ./1.yml } }\n");
    assertThat(errors("on: push\njobs: { a: { uses: ./1.yml }, b: { uses: ./0.yml } }\n"))
        .hasSize(1);
    assertThat(errors("on: push\njobs: { a: { uses: ./0.yml }, b: { uses: ./1.yml } }\n"))
        .isNotEmpty();
  }

  @Test
  void jobsOfAllWorkflowsAreCountedTogether() {
    for (int level = 1; level < 9; level++) {
      files.put(
          "./" + level + ".yml",
          "on: workflow_call\njobs: { a: { uses: ./%1$d.yml }, b: { uses: ./%1$d.yml } }\n"
              .formatted(level + 1));
    }
    files.put("./9.yml", "on: workflow_call\n" + JOBS);
    assertThat(read("on: push\njobs: { a: { uses: ./1.yml } }\n", new CallLimits(9, 766)))
        .isInstanceOf(WorkflowReadResult.Rejected.class);
    assertThat(read("on: push\njobs: { a: { uses: ./1.yml } }\n", new CallLimits(9, 767)))
        .isInstanceOf(WorkflowReadResult.Accepted.class);
  }

  @Test
  void permissionsOfTheCallerLimitCalledWorkflows() {
    files.put("./called.yml", "on: workflow_call\njobs: { b: { uses: ./deep.yml } }\n");
    files.put("./deep.yml", "on: workflow_call\npermissions: { contents: write }\n" + JOBS);
    assertThat(errors("permissions: { contents: read }\n" + caller("")))
        .containsExactly("4:3 `./called.yml` requests `contents: write` but is allowed `read`");
    assertThat(errors("permissions: write-all\n" + caller(""))).isEmpty();
    assertThat(errors(caller(""))).isEmpty();
  }

  private void chain(int levels) {
    for (int level = 1; level < levels; level++) {
      files.put(
          "./" + level + ".yml",
          "on: workflow_call\njobs: { a: { uses: ./" + (level + 1) + ".yml } }\n");
    }
    files.put("./" + levels + ".yml", "on: workflow_call\n" + JOBS);
  }

  private static String caller(String keys) {
    return "on: push\njobs:\n  a:\n    uses: ./called.yml\n" + keys.indent(4);
  }

  private List<String> errors(String yaml) {
    return read(yaml).diagnostics().errors().stream()
        .map(error ->
            error.position().line() + ":" + error.position().column() + " " + error.message())
        .toList();
  }

  private List<String> told(String yaml) {
    Diagnostic error = read(yaml).diagnostics().errors().getFirst();
    return List.of(error.message(), error.hint());
  }

  private WorkflowReadResult read(String yaml) {
    return read(yaml, CallLimits.DEFAULT);
  }

  private WorkflowReadResult read(String yaml, CallLimits limits) {
    return WorkflowFile.read(
        "ci.yml",
        yaml.getBytes(UTF_8),
        new CalledWorkflows(
            reference ->
                Optional.ofNullable(files.get(reference)).map(text -> text.getBytes(UTF_8)),
            limits));
  }
}
