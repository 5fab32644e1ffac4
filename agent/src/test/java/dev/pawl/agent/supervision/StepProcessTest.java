package dev.pawl.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.ChildProcess;
import dev.pawl.agent.process.LaunchSpec;
import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.process.SetsidLauncher;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Stops that come together with the start, before the process has its group, or while it forks.
class StepProcessTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @RepeatedTest(20)
  void aStopThatComesWithTheStartIsHeard() throws IOException, InterruptedException {
    StepEnd end = stopped(ProcessLauncher.best(), false);
    assertThat(end.ender()).isEqualTo(Ender.TERMINATED);
  }

  @RepeatedTest(20)
  void forceThatComesWithTheStartIsHeard() throws IOException, InterruptedException {
    StepEnd end = stopped(ProcessLauncher.best(), true);
    assertThat(end.ender()).isEqualTo(Ender.KILLED);
  }

  @RepeatedTest(10)
  void alsoWhereSetsidIsAProgram() throws IOException, InterruptedException {
    assertThat(stopped(new SetsidLauncher(), false).ender()).isEqualTo(Ender.TERMINATED);
    assertThat(stopped(new SetsidLauncher(), true).ender()).isEqualTo(Ender.KILLED);
  }

  /// As it is for a moment while a step is being put into its namespace.
  @Test
  void aStopIsHeardByAProcessThatIgnoresItAtFirst(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path ready = directory.resolve("ready");
    ProcessLauncher launcher = ProcessLauncher.best();
    launcher.makePipe(ready);
    ChildProcess started =
        launcher.start(
            sh(
                """
                trap '' TERM
                echo ready > %s
                sleep 1.5
                exec env --default-signal=TERM sleep 600
                """
                    .formatted(ready)));
    assertThat(Files.readString(ready)).isEqualTo("ready\n");
    var stop = new StopSignal();
    stop.request("enough");
    assertThat(end(started, stop).ender()).isEqualTo(Ender.TERMINATED);
  }

  @Test
  void aProcessThatTheLeaderLeavesBehindIsTerminated(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path ready = directory.resolve("ready");
    Path left = directory.resolve("left");
    ProcessLauncher launcher = ProcessLauncher.best();
    launcher.makePipe(ready);
    launcher.makePipe(left);
    ChildProcess started =
        launcher.start(
            sh(
                """
                trap 'sh -c "echo started > %s; exec sleep 600" & read line < %s; exit 0' TERM
                echo ready > %s
                while :; do :; done
                """
                    .formatted(left, left, ready)));
    assertThat(Files.readString(ready)).isEqualTo("ready\n");
    var stop = new StopSignal();
    stop.request("enough");
    assertThat(end(started, stop).ender()).isEqualTo(Ender.TERMINATED);
  }

  private static StepEnd stopped(ProcessLauncher launcher, boolean force)
      throws IOException, InterruptedException {
    var stop = new StopSignal();
    if (force) {
      stop.kill(true);
    } else {
      stop.request("enough");
    }
    return end(launcher.start(sh("sleep 600")), stop);
  }

  private static LaunchSpec sh(String script) {
    return new LaunchSpec(
        List.of("sh", "-c", script),
        Path.of("/"),
        Map.of("PATH", System.getenv("PATH")),
        Path.of("/dev/null"));
  }

  private static StepEnd end(ChildProcess started, StopSignal stop) throws InterruptedException {
    var limits = new StepLimits(stop, Deadline.after(LONG, "late"), LONG, () -> {});
    StepEnd end = new StepProcess(started, limits).await().end();
    assertThat(started.isAlive()).isFalse();
    assertThat(ProcessTable.inGroup(started.pid())).isEmpty();
    return end;
  }
}
