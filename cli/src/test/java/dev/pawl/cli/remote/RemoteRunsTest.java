package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of the commands that look at runs of a server and act on them.
class RemoteRunsTest {

  private static final String HELLO =
      """
      name: hello
      jobs:
        greet:
          runs-on: linux
          steps:
            - name: say it
              run: echo hello
      """;

  private static final String BROKEN =
      """
      name: broken
      jobs:
        build:
          runs-on: linux
          steps:
            - run: echo built
        test:
          runs-on: linux
          needs: [build]
          steps:
            - name: fail
              run: |
                echo before the end
                exit 7
      """;

  private static final String HELD =
      """
      name: held
      jobs:
        deploy:
          runs-on: linux
          approval: { reviewers: [admin] }
          steps:
            - run: echo deployed
      """;

  private static final String NOWHERE =
      """
      name: nowhere
      jobs:
        draw:
          runs-on: gpu
          steps:
            - run: echo drawn
      """;

  @TempDir private static Path directory;
  private static InProcessServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new InProcessServer(directory.resolve("server"));
    server.startAgent("build-1");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String ended(String workflow) throws IOException {
    String run = server.submit(workflow);
    server.pawl("watch", run, "--plain");
    return run;
  }

  @Test
  void aSubmittedRunIsWatchedToItsEnd() throws IOException {
    String run = server.submit(HELLO);

    CommandResult watched = server.pawl("watch", run, "--plain").exits(0);

    assertThat(watched.out()).contains("run #%s hello".formatted(run), "✓ greet success", "say it");
  }

  @Test
  void theOutputIsStreamedToItsEnd() throws IOException {
    String run = server.submit(HELLO);
    server.pawl("watch", run, "--stream").exits(0).says("greet │ hello");
  }

  @Test
  void aFailedRunShowsItsFailureAndHasItsExitCode() throws IOException {
    String run = server.submit(BROKEN);

    server.pawl("watch", run, "--plain").exits(1).says("before the end");

    server.pawl("show", run).exits(0).says("✗ failed").says("exit code 7");
    server.pawl("show", run, "--json").exits(0).says("\"exitCode\" : 7");
    server.pawl("logs", run).exits(0).says("── build › Run echo built\nbuilt\n");
    assertThat(server.pawl("logs", run, "--failed").exits(0).out())
        .isEqualTo("── test › fail\nbefore the end\n");
    server.pawl("logs", run, "test", "-f").exits(0).says("before the end");
    server.pawl("history", run).exits(0).says("attempt test/1").says("FAIL");
    server.pawl("why", run, "test").exits(0).says("test failed");
    server.pawl("runs", "--state", "failed").exits(0).says("broken");
    assertThat(server.pawl("runs", "--workflow", "broken", "--json").exits(0).out())
        .contains("\"workflow\" : \"broken\"")
        .doesNotContain("\"workflow\" : \"hello\"");
    server.pawl("runs", "--phase", "lost").exits(2).complains("--phase expects pending, running");
  }

  @Test
  void aFailedRunRunsAgain() throws IOException {
    String run = ended(BROKEN);

    server
        .pawl("rerun", run, "--failed")
        .exits(0)
        .says("Run #%s runs again, as attempt 2".formatted(run));

    server.pawl("watch", run, "--plain").exits(1).says("attempt 2");
    server.pawl("logs", run, "build").exits(0).says("built");
    server.pawl("show", run + ".1").exits(0).says("#%s broken  ".formatted(run));
    server.pawl("retry", run).exits(3).complains("has ended");
  }

  @Test
  void aHeldJobIsApprovedOrRejected() throws IOException {
    String first = held();
    server.pawl("why", first).exits(0).says("Approve it with `pawl approve");
    server.pawl("approve", first).exits(0).says("Approved 'deploy' of run #" + first);
    server.pawl("watch", first, "--plain").exits(0);

    String second = held();
    server.pawl("reject", second, "deploy", "-m", "not today").exits(0).says("Rejected 'deploy'");
    server.pawl("watch", second, "--plain").exits(130).says("not today");
    server.pawl("approve", second, "deploy").exits(3).complains("cancelled");
  }

  @Test
  void nobodyApprovesTheirOwnRun() throws IOException {
    String run = server.submit(HELD);
    Await.until("held", () -> server.pawl("show", run).out().contains("held"));

    server.pawl("approve", run).exits(4).complains("pawl: ");
    server.pawl("cancel", run, "--force").exits(0).says("Killed run #" + run);
  }

  private static String held() throws IOException {
    String run = Long.toString(server.submitAs("alice", HELD));
    Await.until("held", () -> server.pawl("show", run).out().contains("held"));
    return run;
  }

  @Test
  void aWaitingRunSaysWhyAndIsCancelled() throws IOException {
    String run = server.submit(NOWHERE);

    server.pawl("why", run).exits(0).says("no agent has the label gpu");
    server.pawl("why", run, "draw", "--json").exits(0).says("gpu");
    server.pawl("cancel", run).exits(0).says("Cancelling run #" + run);
    server.pawl("watch", run, "--plain").exits(130);
    server.pawl("cancel", run).exits(3).complains("cancelled");
    server.pawl("logs", run).exits(0).complains("no step has started");
  }

  @Test
  void whatIsNotThereIsNamed() {
    server.pawl("show", "4711").exits(2).complains("run '4711' not found");
    server.pawl("show", "no-such-id").exits(2).complains("run 'no-such-id' not found");
  }

  @Test
  void anInvalidWorkflowIsRejectedWithItsDiagnostics() throws IOException {
    Path file = java.nio.file.Files.writeString(directory.resolve("bad.yml"), "jobs: 3\n");
    CommandResult result = server.pawl("submit", file.toString()).exits(2);
    assertThat(result.err()).contains("bad.yml:1:7");
  }
}
