package dev.pawl.agent.supervision;

import static dev.pawl.agent.story.JobBuilder.job;
import static dev.pawl.agent.story.JobBuilder.step;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.MachineCapabilities;
import dev.pawl.agent.story.AgentStory;
import dev.pawl.agent.story.ProcessWait;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Background processes end with their job, and do not hold it up.
class BackgroundProcessTest extends AgentStory {

  private static final String AWAIT_PID = "while [ ! -s pid ]; do sleep 0.01; done\n";

  @Test
  void aBackgroundProcessDoesNotHoldUpTheStep() throws Exception {
    isDispatched(job("sleep 300 & echo $! > pid; echo done", "kill -0 $(cat pid); echo alive"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("done\n");
    assertThat(server.log(1)).isEqualTo("alive\n");
    ProcessWait.untilGone(pidIn("pid"));
  }

  @Test
  void aBackgroundProcessMayPrintOnAfterItsStep() throws Exception {
    isDispatched(
        job(
            "bash -c 'while :; do echo tick; touch ticked; sleep 0.02; done' & echo $! > pid",
            """
            for turn in 1 2 3; do
              rm -f ticked
              for wait in $(seq 500); do [ -e ticked ] && break; sleep 0.01; done
              [ -e ticked ]
            done
            """));
    assertThat(server.result().status()).isEqualTo("success");
    ProcessWait.untilGone(pidIn("pid"));
  }

  @Test
  void aPrintingBackgroundProcessDoesNotHoldUpTheStep() throws Exception {
    isDispatched(job("yes & echo $! > pid", "echo next"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(1)).isEqualTo("next\n");
    ProcessWait.untilGone(pidIn("pid"));
  }

  @Test
  void aDoubleForkIsGoneAfterTheJob() throws Exception {
    isDispatched(job("( ( sh -c 'echo $$ > pid; exec sleep 300' & ) & )\n" + AWAIT_PID));
    assertThat(server.result().status()).isEqualTo("success");
    ProcessWait.untilGone(pidIn("pid"));
  }

  @Test
  void aSessionOfItsOwnIsGoneAfterTheJob() throws Exception {
    isDispatched(
        job(
            "setsid sh -c 'echo $$ > pid; exec sleep 300' < /dev/null > /dev/null 2>&1 &\n"
                + AWAIT_PID));
    assertThat(server.result().status()).isEqualTo("success");
    ProcessWait.untilGone(pidIn("pid"));
  }

  @Test
  void aProcessWithoutSessionAndMarkerIsKilledWithTheJob() throws Exception {
    hasAGroupOfItsOwn();
    isDispatched(
        job("setsid env -i /bin/sh -c 'echo $$ > pid; exec sleep 300' &\n" + AWAIT_PID, "true"));
    assertThat(server.result().status()).isEqualTo("success");
    ProcessWait.untilGone(pidIn("pid"));
  }

  /// Skips a test that only a control group passes.
  void hasAGroupOfItsOwn() {
    MachineCapabilities.controlGroups();
  }

  @Test
  void aJobCannotTakeOffItsMarkerByItsEnvironment() throws Exception {
    var escape = Map.of(ProcessReaper.VARIABLE, "none of yours");
    isDispatched(
        job(step(
                "setsid sh -c 'echo $$ > pid; exec sleep 300' &\n" + AWAIT_PID, "bash", "", escape))
            .withEnv(escape));
    assertThat(server.result().status()).isEqualTo("success");
    ProcessWait.untilGone(pidIn("pid"));
  }

  @Test
  void markersAddUp() throws Exception {
    isDispatched(job("echo $PAWL_PROCESS_MARKER"));
    assertThat(server.result().status()).isEqualTo("success");
    assertThat(server.log(0)).isEqualTo("outer-1." + token + "-1.\n");
  }

  @Test
  void theScratchOfAJobIsGoneAfterIt() throws Exception {
    isDispatched(job("dirname \"$0\" > where"));
    assertThat(server.result().status()).isEqualTo("success");
    String scratch = java.nio.file.Files.readString(tree.resolve("where")).strip();
    assertThat(java.nio.file.Path.of(scratch)).doesNotExist();
  }
}
