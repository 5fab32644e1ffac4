package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Runs that fail by a step or by a missing prerequisite.
class FailedRunIT extends EndToEndFixture {

  private static final String FAILING =
      """
      on: push
      jobs:
        build:
          runs-on: x
          steps:
            - run: echo built
            - name: Check
              run: |
                echo looking closely
                exit 7
            - name: Publish
              run: touch published
        deploy:
          needs: build
          runs-on: x
          steps: [ { run: touch deployed } ]
        beside:
          runs-on: x
          steps: [ { run: echo beside } ]
      """;

  @Test
  void aFailedStepSkipsDependentJobs() throws IOException {
    workflow(FAILING);

    CommandResult ended = pawl("run", "w.yml").exits(1);

    ended.says("✗ build › Check: exit code 7\n  │ looking closely\n").says("✗ run #1 failed");
    ended.says("deploy skipped: needs build, which failed");
    assertThat(jobs()).containsExactly("build failed", "deploy skipped", "beside success");
    assertThat(lines("published")).isEmpty();
    assertThat(directory.resolve("published")).doesNotExist();
    assertThat(directory.resolve("deployed")).doesNotExist();
    pawl("show").says("exit code 7").says("skipped");
    assertNoProcessLeft();
    assertNoFileLeft();
  }

  @Test
  void logsOfFailedStepsOnly() {
    workflow(FAILING);
    pawl("run", "w.yml").exits(1);

    CommandResult failed = pawl("logs", "--failed").exits(0).says("looking closely\n");

    assertThat(failed.out()).doesNotContain("built").doesNotContain("beside");
  }

  @Test
  void aCommandThatDoesNotExistIsReportedBy127() {
    workflow("on: push\njobs: { a: { runs-on: x, steps: [ { run: no-such-command } ] } }\n");

    pawl("run", "w.yml").exits(1).says("exit code 127").says("no-such-command: command not found");
  }

  @Test
  void aMissingWorkingDirectoryIsReported() {
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: x
            steps:
              - run: touch never
                working-directory: no/such
        """);

    pawl("run", "w.yml").exits(1).says("working-directory 'no/such' does not exist (w.yml:6:9)");

    assertThat(directory.resolve("never")).doesNotExist();
  }

  @Test
  void aStepKilledByASignalHasItsExitCode() {
    workflow("on: push\njobs: { a: { runs-on: x, steps: [ { run: kill -KILL $$ } ] } }\n");

    pawl("run", "w.yml").exits(1).says("exit code 137");
  }
}
