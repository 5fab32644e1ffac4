package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// A run that is acted on from another terminal: approved, rejected, cancelled, retried; and one
/// that is run again or resumed.
class LocalActionsIT extends EndToEndFixture {

  private static final String HELD =
      """
      on: push
      jobs:
        build: { runs-on: x, steps: [ { run: echo built >> ledger } ] }
        deploy:
          needs: build
          runs-on: x
          approval: { reviewers: [team:ops, team:release], required: 2 }
          steps: [ { run: echo deployed >> ledger } ]
      """;

  @Test
  void aHeldJobIsApprovedFromAnotherTerminal() throws IOException {
    workflow(HELD);
    PawlProcess run = start("run", "w.yml").awaitOutput("deploy held");
    pawl("why", "1", "deploy")
        .exits(0)
        .says("deploy is held: it waits for 2 approvals by team:ops or team:release.")
        .says("`pawl approve 1 deploy`")
        .says("Without approval it is cancelled in 23 h");
    pawl("approve", "1", "nothing").exits(2).complains("its jobs are 'build', 'deploy'");

    packaged("approve", "1").exits(0).says("Approved 'deploy' of run #1.");

    run.end().exits(0);
    assertThat(lines("ledger")).containsExactly("built", "deployed");
    pawl("history", "1").says("as owner of the local store, instead of team:ops, team:release");
    pawl("approve", "1").exits(3).complains("run #1 has ended: success");
  }

  @Test
  void aHeldJobIsRejectedFromAnotherTerminal() throws IOException {
    workflow(HELD);
    PawlProcess run = start("run", "w.yml").awaitOutput("deploy held");

    pawl("reject", "1", "dep", "-m", "not on a Friday")
        .exits(0)
        .says("Rejected 'deploy' of run #1.");

    run.end().exits(130).says("not on a Friday");
    assertThat(lines("ledger")).containsExactly("built");
    pawl("why", "1", "deploy").exits(0).says("deploy was cancelled: rejected by ");
  }

  private static final String CLEANED =
      """
      on: push
      jobs:
        deploy:
          runs-on: x
          hooks: { on-cancel: echo undone >> ledger, cleanup: echo cleaned >> ledger }
          steps: [ { run: echo deploying >> ledger; ./await never } ]
      """;

  @Test
  void aCancelFromAnotherTerminalRunsTheHooks() throws IOException {
    workflow(CLEANED);
    PawlProcess run = start("run", "w.yml");
    awaitFile("ledger");

    packaged("cancel", "1").exits(0).says("Cancelling run #1.");

    run.end().exits(130);
    assertThat(lines("ledger")).containsExactly("deploying", "undone", "cleaned");
    assertNoProcessLeft();
  }

  @Test
  void aForcedCancelFromAnotherTerminalRunsNoHook() throws IOException {
    workflow(CLEANED);
    PawlProcess run = start("run", "w.yml");
    awaitFile("ledger");

    pawl("cancel", "1", "--force").exits(0).says("Killed run #1.");

    run.end().exits(130);
    assertThat(lines("ledger")).containsExactly("deploying");
    assertNoProcessLeft();
  }

  @Test
  void aFailedJobOfALiveRunIsRetried() throws IOException {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: x, steps: [ { run: echo a >> ledger; test -e ok } ] }
          b: { runs-on: x, steps: [ { run: ./await end } ] }
        """);
    PawlProcess run = start("run", "w.yml").awaitOutput("a failed");
    write("ok", "");

    packaged("retry", "1", "a").exits(0).says("Started another attempt of 'a' of run #1.");

    run.awaitOutput("a (attempt 2) success");
    write("end", "");
    run.end().exits(0);
    assertThat(lines("ledger")).containsExactly("a", "a");
  }

  private static final String SECRET_AND_VARIABLE =
      """
      on: push
      jobs:
        one: { runs-on: x, steps: [ { run: echo one >> $LEDGER } ] }
        two:
          needs: one
          runs-on: x
          steps:
            - run: echo "$PWD ${{ vars.WHO }} ${{ secrets.TOKEN }}" >> $LEDGER; $AWAIT
      """;

  private List<String> ledger() {
    try {
      return lines("ledger");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anInterruptedRunIsResumedWithItsOptions() throws IOException {
    workflow(SECRET_AND_VARIABLE);
    String ledger = directory.resolve("ledger").toString();
    String await = directory.resolve("await") + " " + directory.resolve("end");
    Map<String, String> environment =
        Map.of("LEDGER", ledger, "AWAIT", await, "TOKEN", "t0ken-of-mine");
    PawlProcess first =
        start(
            directory,
            environment,
            List.of(),
            "run",
            "w.yml",
            "--var",
            "WHO=me",
            "--secret",
            "TOKEN",
            "--isolated");
    Await.until("the second job has begun", () -> ledger().size() == 2);
    first.kill();
    pawl("runs").exits(0).says("running").says("was interrupted: its process");
    pawl("show").exits(0).complains("was interrupted: its process");
    pawl("cancel", "1").exits(3).complains("`pawl resume 1`");
    start("resume").end().exits(2).complains("the environment variable 'TOKEN' is not set");
    write("other.env", "TOKEN=another-token\n");
    write("end", "");

    start(directory, environment, List.of(), "resume").end().exits(0).says("attempt 2");

    List<String> lines = lines("ledger");
    assertThat(lines).hasSize(3).first().isEqualTo("one");
    assertThat(lines.getLast()).contains("/.pawl/work/").endsWith(" me t0ken-of-mine");
    assertThat(pawl("history", "1").says("rerun of #1").out()).doesNotContain("t0ken-of-mine");
    packaged("resume").exits(3).complains("run #1 cannot be resumed: it ended with success");
    Map<String, String> without = Map.of("LEDGER", ledger, "AWAIT", await);
    start(directory, without, List.of(), "rerun", "--job", "two", "--secret-file", "other.env")
        .end()
        .exits(0);
    assertThat(lines("ledger").getLast()).endsWith(" me another-token");
  }

  @Test
  void aRerunKeepsWhatSucceeded() throws IOException {
    workflow(
        """
        on: push
        jobs:
          one: { runs-on: x, steps: [ { run: echo one | tee -a ledger } ] }
          two: { name: Second, needs: one, runs-on: x, steps: [ { run: echo two >> ledger; test -e ok } ] }
          three: { needs: two, runs-on: x, steps: [ { run: echo three >> ledger } ] }
        """);
    pawl("run", "w.yml").exits(1);
    pawl("why", "1", "three").exits(0).says("three was skipped: needs Second, which failed");

    pawl("rerun", "--failed", "--skip", "two").exits(0).says("attempt 2");
    assertThat(lines("ledger")).containsExactly("one", "two", "three");
    write("ok", "");
    pawl("rerun", "1", "--job", "two").exits(0).says("attempt 3");
    assertThat(lines("ledger")).containsExactly("one", "two", "three", "two", "three");
    pawl("rerun", "1", "--job", "t").exits(2).complains("is ambiguous");
    pawl("retry", "1").exits(3).complains("run #1 has no failed job");
    pawl("rerun", "1.1").exits(3).complains("attempt 1 is not the latest attempt of run #1");
    pawl("logs", "1.1", "three").exits(0).complains("job 'three' of run #1 has no logs");
    pawl("show", "1").exits(0).says("#1 w.yml (attempt 3)").says("= one").says("kept");
    pawl("logs", "1", "one").exits(0).says("── one › ");
    pawl("show", "1.1").exits(0).says("✗ Second");
    pawl("runs").says("#1.3 ").says("#1.2 ").says("#1 ");
    pawl("doctor", "--all").exits(0);
  }
}
