package dev.pawl.agent.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;

/// Stops that come with the start, before the process has its group.
class StepProcessTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @RepeatedTest(20)
  void aStopThatComesWithTheStartIsHeard() throws IOException, InterruptedException {
    StepEnd end = stopped(false);
    assertThat(end.ender()).isEqualTo(Ender.TERMINATED);
  }

  @RepeatedTest(20)
  void forceThatComesWithTheStartIsHeard() throws IOException, InterruptedException {
    StepEnd end = stopped(true);
    assertThat(end.ender()).isEqualTo(Ender.KILLED);
  }

  private static StepEnd stopped(boolean force) throws IOException, InterruptedException {
    var stop = new StopSignal();
    if (force) {
      stop.kill(true);
    } else {
      stop.request("enough");
    }
    Process started = new ProcessBuilder("setsid", "sh", "-c", "sleep 600").start();
    var process = new StepProcess(started, LONG);
    StepEnd end = process.await(stop, Deadline.in(LONG, "late"), () -> {});
    assertThat(started.isAlive()).isFalse();
    assertThat(Proc.inGroup(process.group())).isEmpty();
    return end;
  }
}
