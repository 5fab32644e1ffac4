package dev.pawl.agent.steps;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.StepBuilder.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.StepBuilder;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The contexts that the steps of a job see.
class StepExpressionTest extends AgentStory {

  private static final String CONTEXTS =
      """
      {"github": {"sha": "abc", "ref": "refs/heads/main", "run_id": "7", "event_name": "push",
                  "event": {"head_commit": {"message": "it's \\"quoted\\""}}},
       "matrix": {"os": "linux", "version": 17}, "inputs": {"dry": true}, "vars": {"REGION": "eu"},
       "needs": {"plan": {"result": "success", "outputs": {"tag": "v1"}}},
       "strategy": {"job-index": 2}}
      """;

  @Test
  void theContextsOfTheDispatch() throws InterruptedException {
    isDispatched(
        job("echo '${{ github.sha }} ${{ matrix.os }}-${{ matrix.version }} ${{ inputs.dry }} "
                + "${{ vars.region }} ${{ needs.plan.outputs.tag }} ${{ strategy.job-index }}'")
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("abc linux-17 true eu v1 2\n");
  }

  @Test
  void theContextsOfTheAgent() throws InterruptedException {
    isDispatched(
        job("""
        echo '${{ github.workspace }} ${{ runner.os }} ${{ job.status }} ${{ github.action }}'
        [ -d '${{ runner.temp }}' ] && [ '${{ runner.temp }}' = $RUNNER_TEMP ]
        [ '${{ github.event_path }}' = $GITHUB_EVENT_PATH ]
        cat $GITHUB_EVENT_PATH
        """)
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0))
        .isEqualTo(
            tree
                + " Linux success __run_1\n{\"head_commit\":{\"message\":\"it's \\\"quoted\\\"\"}}");
  }

  @Test
  void aWorkflowCannotSetTheAgentsVariables() throws InterruptedException {
    isDispatched(
        job(run("echo $CI $GITHUB_ACTIONS $GITHUB_SHA $GITHUB_REF $GITHUB_RUN_ID $GITHUB_EVENT_NAME $GITHUB_TOKEN\n"
                    + "[ $GITHUB_WORKSPACE = $PWD ] && echo $RUNNER_OS $RUNNER_ENVIRONMENT")
                .withEnv(Map.of("GITHUB_SHA", "forged", "GITHUB_TOKEN", "own", "RUNNER_OS", "x")))
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0))
        .isEqualTo("true true abc refs/heads/main 7 push own\nLinux self-hosted\n");
  }

  @Test
  void eachLayerOfVariablesSeesThoseBelowIt() throws InterruptedException {
    isDispatched(
        job(run("echo $A $B $C $D")
                .withEnv(Map.of("C", "${{ env.B }}+step", "D", "${{ env.C }}${{ matrix.os }}")))
            .withLayers(
                List.of(
                    Map.of("A", "workflow", "B", "workflow"),
                    Map.of("B", "${{ env.B }}+job", "C", "job")))
            .seeing(CONTEXTS));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("workflow workflow+job workflow+job+step joblinux\n");
  }

  @Test
  void whatAStepWritesIsSeenByThoseThatFollow() throws InterruptedException {
    isDispatched(
        job(
                run("""
                echo "version=1.2" >> $GITHUB_OUTPUT
                printf 'notes<<END\\none\\ntwo\\nEND\\n' >> $GITHUB_OUTPUT
                echo "COLOUR=red" >> $GITHUB_ENV
                mkdir -p bin; printf '#!/bin/sh\\necho tool' > bin/tool; chmod +x bin/tool
                echo "$PWD/bin" >> $GITHUB_PATH
                echo "# Built" >> $GITHUB_STEP_SUMMARY
                echo "now:$COLOUR"
                """)
                    .id("build"),
                run("echo '${{ steps.build.outputs.version }}' $COLOUR $SHADE; tool; echo '${{ steps.build.outputs.notes }}'")
                    .withEnv(Map.of("SHADE", "dark ${{ env.COLOUR }}")),
                run("echo '## Tested' >> $GITHUB_STEP_SUMMARY; echo '${{ env.SHADE }}.'"))
            .withOutputs(Map.of("version", "v${{ steps.build.outputs.version }}")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("now:\n");
    assertThat(server.log(1)).isEqualTo("1.2 red dark red\ntool\none\ntwo\n");
    assertThat(server.log(2)).isEqualTo(".\n");
    assertThat(server.result().outputs()).containsExactly(Map.entry("version", "v1.2"));
    assertThat(server.statuses(0).getLast().outputs()).containsEntry("notes", "one\ntwo");
  }

  @Test
  void theSummariesOfTheStepsAreKept() throws InterruptedException {
    isDispatched(
        job(
            "echo '# Built' >> $GITHUB_STEP_SUMMARY",
            "true",
            "printf 'and tested' >> $GITHUB_STEP_SUMMARY"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(LogFrame.SUMMARY_INDEX)).isEqualTo("# Built\nand tested\n");
  }

  @Test
  void whatCannotBeUnderstoodIsAWarningInTheLog() throws InterruptedException {
    isDispatched(
        job(
            "echo 'a=1' >> $GITHUB_OUTPUT; echo 'what' >> $GITHUB_OUTPUT; echo 'GITHUB_SHA=x' >> $GITHUB_ENV"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0))
        .isEqualTo(
            """
            Warning: $GITHUB_OUTPUT, line 2: expected name=value or name<<DELIMITER
            Warning: variable 'GITHUB_SHA' ignored: it cannot be set by $GITHUB_ENV
            """);
    assertThat(server.statuses(0).getLast().outputs()).containsExactly(Map.entry("a", "1"));
  }

  @Test
  void commandsInTheOutput() throws InterruptedException {
    isDispatched(
        job(
            run("echo '::set-output name=old::v'; echo '::error file=a.c,line=3::broken'")
                .id("one"),
            run("echo '${{ steps.one.outputs.old }}'")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).endsWith("Error: broken (a.c:3)\n");
    assertThat(server.log(1)).isEqualTo("v\n");
  }

  @Test
  void aCommandThatIsDisabledFailsTheStep() throws InterruptedException {
    isDispatched(job("echo '::set-env name=A::b'"));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason()).contains("'set-env' is disabled");
  }

  @Test
  void anInvalidExpressionFailsTheStepWithItsPosition() throws InterruptedException {
    isDispatched(
        job(run("echo ${{ fromJSON('{') }}"), run("true"), run("echo on").when("failure()")));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason())
        .startsWith("step 'a step' failed: run: ")
        .endsWith("(ci.yaml:7:9)");
    assertThat(server.states(0)).containsExactly("running", "failed");
    assertThat(server.states(1)).containsExactly("skipped");
    assertThat(server.log(2)).isEqualTo("on\n");
  }

  @Test
  void anErrorInAConditionFailsTheStep() throws InterruptedException {
    isDispatched(job(run("true").when("nonsense.x")));
    assertThat(server.result().reason()).contains("if: ", "nonsense", "ci.yaml:7:9");
    assertThat(server.states(0)).containsExactly("running", "failed");
  }

  @Test
  void anErrorInTheJobsVariablesFailsTheJob() throws InterruptedException {
    isDispatched(job("touch never").withEnv(Map.of("A", "${{ fromJSON('{') }}")));
    assertThat(server.result().status()).isEqualTo("failed");
    assertThat(server.result().reason()).startsWith("env.A: ").endsWith("(job 'Build')");
    assertThat(tree.resolve("never")).doesNotExist();
  }

  @Test
  void aVariableThatNoProcessCanHaveFailsTheStep() throws InterruptedException {
    isDispatched(job(run("true").withEnv(Map.of("ZERO", "${{ fromJSON('\"\\u0000\"') }}"))));
    assertThat(server.result().reason()).contains("the environment variable 'ZERO' cannot be set");
  }

  @Test
  void filesAreHashedTogether() throws InterruptedException, IOException {
    Files.createDirectories(tree.resolve("a/b"));
    Files.writeString(tree.resolve("a/b/x.lock"), "x");
    Files.writeString(tree.resolve("y.lock"), "y");
    isDispatched(job("echo '${{ hashFiles('**/*.lock', '!y.*') }}' '${{ hashFiles('none') }}.'"));
    assertThat(server.result().status()).isEqualTo("success");
    // sha256 of the one file's sha256
    assertThat(server.log(0)).matches("[0-9a-f]{64} \\.\n");
  }

  @Test
  void otherShells() throws InterruptedException {
    isDispatched(
        job(
            run("import os; print('python', os.environ['GITHUB_ACTIONS'])").by("python"),
            run("echo sh").by("sh -e {0}"),
            run("echo mine").by("bash -c 'source \"$0\"' {0}"),
            run("x").by("pwsh")));
    assertThat(server.result().reason()).contains("shell 'pwsh' is not available", "ci.yaml:7:9");
    assertThat(server.log(0)).isEqualTo("python true\n");
    assertThat(server.log(1)).isEqualTo("sh\n");
    assertThat(server.log(2)).isEqualTo("mine\n");
  }

  @Test
  void whatIsNotAvailableFailsTheStep() throws InterruptedException {
    isDispatched(job(StepBuilder.uses("actions/setup-node@v4", "it is not of this repository")));
    assertThat(server.result().reason())
        .contains(
            "'actions/setup-node@v4' is not available: it is not of this repository",
            "ci.yaml:7:9");
  }

  @Test
  void outputsAndVariablesKeepTheirOrder() throws InterruptedException {
    String four = "printf '%s=1\\n' z y x w";
    isDispatched(
        job(
            run(four
                    + " >> $GITHUB_OUTPUT; echo Z=2 >> $GITHUB_OUTPUT; "
                    + four
                    + " >> $GITHUB_ENV")
                .id("a"),
            run("echo '${{ toJSON(steps.a.outputs) }}' | tr -d ' \\n'"),
            run("echo '${{ toJSON(env) }}' | tr -d ' \\n'")));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("{\"z\":\"2\",\"y\":\"1\",\"x\":\"1\",\"w\":\"1\"}");
    assertThat(server.log(2)).isEqualTo("{\"z\":\"1\",\"y\":\"1\",\"x\":\"1\",\"w\":\"1\"}");
  }
}
