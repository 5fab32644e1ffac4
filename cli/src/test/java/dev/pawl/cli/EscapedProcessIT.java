package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.DirectoryProcesses;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Processes that detach from their job: all are killed at its end.
class EscapedProcessIT extends EndToEndFixture {

  /// Starts detached processes in every known way, and waits until all have detached.
  private static final String ESCAPES =
      """
      on: push
      jobs:
        work:
          runs-on: x
          grace-period: 200ms
          steps:
            - shell: bash
              run: |
                (sh -c 'touch forked; exec sleep 1001' &) &
                setsid sh -c 'touch in-a-session; exec sleep 1002' &
                (setsid sh -c '(touch a-daemon; exec sleep 1003) &') &
                env -i /bin/sh -c 'touch without-environment; exec sleep 1004' &
                sh -c 'trap "" TERM HUP INT; touch deaf; exec sleep 1005' &
                sh -c 'exec >/dev/null 2>&1 </dev/null; touch silent; exec sleep 1006' &
                set -m
                sh -c 'touch in-a-group; exec sleep 1007' &
                env -i /bin/sh -c 'touch in-a-group-without-environment; exec sleep 1008' &
                set +m
                for one in forked in-a-session a-daemon without-environment deaf silent in-a-group \\
                    in-a-group-without-environment; do ./await $one; done
                %s
      """;

  @Test
  void nothingOutlivesASuccessfulJob() {
    workflow(ESCAPES.formatted("echo done"));

    pawl("run", "w.yml").exits(0);

    assertNoProcessLeft();
  }

  @Test
  void nothingOutlivesACancelledJob() {
    workflow(ESCAPES.formatted("touch ready; sleep 1000"));
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("INT").end().exits(130);

    assertNoProcessLeft();
  }

  @Test
  void nothingOutlivesAForcedEnd() {
    workflow(ESCAPES.formatted("touch ready; sleep 1000"));
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("INT").signal("INT").end().exits(130);

    assertNoProcessLeft();
  }

  @Test
  void nothingOutlivesAKilledPawl() throws IOException {
    workflow(ESCAPES.formatted("touch ready; sleep 1000"));
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("KILL").end();

    assertNoProcessLeft();
    pawl("doctor", "--repair").exits(0).says("ended as interrupted");
    assertNoFileLeft();
  }

  @Test
  void aBackgroundProcessEndsWithItsJob() {
    workflow(
        """
        on: push
        jobs:
          work:
            runs-on: x
            steps:
              - run: |
                  (while :; do echo chatter; touch alive; sleep 0.01; done) &
                  ./await alive
              - name: It is still there
                run: |
                  rm alive
                  ./await alive
                  echo seen
        """);

    pawl("run", "w.yml").exits(0);

    pawl("logs").says("chatter\n").says("seen\n");
    assertNoProcessLeft();
  }

  @Test
  void aSurvivorIsDetected() throws IOException {
    Process survivor =
        new ProcessBuilder("setsid", "env", "-i", "sleep", "1000")
            .directory(directory.toFile())
            .start();

    Await.until("it is seen", () -> DirectoryProcesses.in(directory).containsKey(survivor.pid()));

    DirectoryProcesses.killIn(directory);
    assertThat(DirectoryProcesses.in(directory)).isEqualTo(Map.of());
  }
}
