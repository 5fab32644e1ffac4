package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.git.TestRepository;
import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Events, inputs, secrets and other options that a run is started with.
class RunTriggerIT extends EndToEndFixture {

  private CommandResult run(Map<String, String> environment, String... arguments) {
    return start(directory, environment, List.of(), arguments).end();
  }

  @Test
  void secretsAreMaskedInLogs() throws IOException {
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: linux
            steps:
              - run: echo "$A-$B-${TOKEN-none}" > seen; echo "it is $A"
                env: { A: "${{ secrets.TOKEN }}", B: "${{ secrets.OTHER }}" }
        """);
    write("my.env", "OTHER='from a file'\nTOKEN=hidden-by-the-option\n");

    CommandResult ended =
        run(
                Map.of("TOKEN", "s3cret-value"),
                "run",
                "w.yml",
                "--secret",
                "TOKEN",
                "--secret-file",
                "my.env")
            .exits(0);

    assertThat(lines("seen")).containsExactly("s3cret-value-from a file-none");
    pawl("logs").exits(0).says("it is ***");
    assertThat(ended.out() + ended.err()).doesNotContain("s3cret-value");
  }

  @Test
  void variablesOfGitHooksAreRemoved() throws IOException {
    TestRepository.in(directory).commit("a");
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: linux
            steps:
              - run: echo "${GIT_DIR-none} ${GIT_INDEX_FILE-none} $SHA" > seen
                env: { SHA: "${{ github.sha != '0000000000000000000000000000000000000000' }}" }
        """);

    run(Map.of("GIT_DIR", "/nowhere", "GIT_INDEX_FILE", "/nowhere/index"), "run", "w.yml").exits(0);

    assertThat(lines("seen")).containsExactly("none none true");
  }

  @Test
  void aMissingSecret() {
    workflow("on: push\njobs: { a: { runs-on: linux, steps: [ { run: 'true' } ] } }\n");

    pawl("run", "w.yml", "--secret", "NO_SUCH")
        .exits(2)
        .complains("--secret 'NO_SUCH': the environment variable 'NO_SUCH' is not set");
    pawl("run", "w.yml", "--secret-file", "no.env").exits(2).complains("cannot read 'no.env'");
    assertThat(directory.resolve(".pawl")).doesNotExist();
  }

  @Test
  void approveAllApprovesHolds() throws IOException {
    workflow(
        """
        on: push
        jobs:
          deploy:
            runs-on: linux
            approval: { reviewers: ["team:ops", "team:security"], required: 2, expires: 8h }
            steps: [ { run: touch deployed } ]
        """);

    start("run", "w.yml")
        .awaitOutput("deploy held")
        .signal("INT")
        .end()
        .exits(130)
        .says("approve: pawl approve 1 deploy");
    assertThat(directory.resolve("deployed")).doesNotExist();

    CommandResult ended = pawl("run", "w.yml", "--approve-all").exits(0);

    assertThat(ended.err()).isEmpty();
    assertThat(directory.resolve("deployed")).exists();
    pawl("history").exits(0).says("HOLD").says("APPROVE");
  }

  @Test
  void isolatedJobsSeeCommittedFilesOnly() throws IOException {
    TestRepository repository = TestRepository.in(directory);
    repository.commit("committed");
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: linux
            steps:
              - run: test -z "$(ls)"
              - uses: actions/checkout@v4
              - run: test -e committed && test ! -e w.yml && pwd > "$OUT"
                env: { OUT: "%s/where" }
        """
            .formatted(directory));

    pawl("run", "w.yml", "--isolated").exits(0);

    assertThat(lines("where").getFirst()).isNotEqualTo(directory.toString());
    assertThat(lines("where").getFirst()).contains(".pawl/work");
  }

  @Test
  void theEventAndItsInputs() throws IOException {
    TestRepository repository = TestRepository.in(directory);
    String commit = repository.commit("a");
    repository.git("checkout", "--quiet", "-b", "feature");
    workflow(
        """
        on:
          pull_request:
          workflow_dispatch:
            inputs:
              times: { type: number, default: 2 }
              loud: { type: boolean }
        jobs:
          a:
            runs-on: linux
            steps:
              - run: echo "$WHAT" >> seen
                env:
                  WHAT: ${{ github.event_name }} ${{ github.ref }} ${{ github.head_ref }} ${{ github.base_ref }}
                    ${{ github.sha }} ${{ inputs.times }} ${{ inputs.loud && 'loud' || 'quiet' }} ${{ vars.V }}
        """);

    pawl("run", "w.yml", "--input", "loud=true", "--var", "V=v").exits(0);
    pawl("run", "w.yml", "--event", "pull_request").exits(0);

    assertThat(lines("seen"))
        .containsExactly(
            "workflow_dispatch refs/heads/feature   " + commit + " 2 loud v",
            "pull_request refs/pull/0/merge feature main " + commit + "  quiet ");
  }

  @Test
  void filtersThatDoNotMatch() {
    workflow(
        "on: { push: { branches: [x] } }\njobs: { a: { runs-on: l, steps: [ { run: x } ] } }\n");
    TestRepository.in(directory).commit("a");

    pawl("run", "w.yml", "--event", "push")
        .exits(0)
        .complains("pawl: nothing to run: push to main: main does not match branches: x");
    assertThat(directory.resolve(".pawl")).doesNotExist();
  }

  @Test
  void oneJobAndWhatItNeeds() {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: linux, steps: [ { run: 'true' } ] }
          b: { runs-on: linux, needs: a, steps: [ { run: 'true' } ] }
          c: { runs-on: linux, needs: b, steps: [ { run: 'false' } ] }
        """);

    pawl("run", "w.yml", "--job", "b").exits(0);

    assertThat(jobs()).containsExactly("a success", "b success");
  }

  @Test
  void aDiscoveredWorkflowRuns() {
    write("Makefile", "test:\n\ttouch tested\n");

    pawl("run", "--discovered").exits(0);

    assertThat(directory.resolve("tested")).exists();
    assertThat(jobs()).containsExactly("make success");
  }
}
