package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Cancellation of `pawl run` by SIGINT, SIGTERM and SIGHUP.
class CancelIT extends EndToEndFixture {

  /// Cleans up on SIGTERM, as a whole group: the shell, and a child of its own.
  private static final String CLEAN =
      """
      on: push
      jobs:
        work:
          runs-on: x
          steps:
            - run: |
                (trap 'echo child cleaned up; exit 0' TERM; touch child; while :; do sleep 0.05; done) &
                trap 'wait; echo cleaned up; exit 0' TERM
                ./await child
                touch ready
                while :; do sleep 0.05; done
            - run: touch never
        dependent: { needs: work, runs-on: x, steps: [ { run: touch never } ] }
      """;

  private static final String STUBBORN =
      """
      on: push
      jobs:
        work:
          runs-on: x
          grace-period: %s
          steps:
            - run: |
                trap '' TERM
                touch ready
                while :; do sleep 0.05; done
      """;

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void oneSignalCancelsGracefully(String signal) throws IOException {
    workflow(CLEAN);
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    CommandResult ended = run.signal(signal).end().exits(130);

    ended.says("cancelling").says("run #1 cancelled");
    assertThat(jobs()).containsExactly("work cancelled", "dependent cancelled");
    pawl("logs").says("child cleaned up\n").says("\ncleaned up\n");
    assertThat(directory.resolve("never")).doesNotExist();
    assertNoProcessLeft();
    assertNoFileLeft();
  }

  @Test
  void aStubbornStepIsKilledAfterItsGracePeriod() {
    workflow(STUBBORN.formatted("500ms"));
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("INT").end().exits(130);

    pawl("show").says("killed after its grace period of 500 ms");
    assertNoProcessLeft();
  }

  @Test
  void aSecondSignalKillsAtOnce() {
    workflow(STUBBORN.formatted("10m"));
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("INT").awaitOutput("cancelling").signal("INT").end().exits(130).says("killing");

    pawl("runs").says("cancelled");
    assertNoProcessLeft();
  }

  @Test
  void furtherSignalsChangeNothing() {
    workflow(STUBBORN.formatted("10m"));
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    // Each is seen before the next is sent: the kernel makes one of several that are pending.
    run.signal("INT").awaitOutput("cancelling").signal("INT").awaitOutput("killing");
    run.signal("INT").signal("TERM").end().exits(130);

    assertNoProcessLeft();
  }

  /// As with a pager that has not been read to its end.
  @Test
  void aSignalEndsAProcessWithASlowReader() {
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: x
            steps: [ { run: 'head -c 300000 /dev/zero | tr "\\0" x >> $GITHUB_STEP_SUMMARY' } ]
        """);
    List<String> line =
        new ArrayList<>(List.of("sh", "-c", "mkfifo pipe; exec 3<>pipe; exec \"$@\" >&3", "sh"));
    line.addAll(PawlProcess.command("run", "w.yml"));
    PawlProcess run = start(directory, Map.of(), line);
    Await.until("the run is over", () -> pawl("runs").out().contains("success"));

    Await.until("it is gone", () -> run.signal("INT").isOver());

    run.end().exits(0);
    assertNoProcessLeft();
  }
}
