package dev.pawl.agent.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.story.ProcessWait;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The watchdog kills the processes of a job whose lease has run out, and no others.
@Timeout(60)
class WatchdogTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final String token = "watchdog-" + UUID.randomUUID();
  private final List<Process> started = new ArrayList<>();
  private Watchdog watchdog;

  @BeforeEach
  void aWatchdog() throws IOException {
    watchdog = Watchdog.start(token, Optional.empty());
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    started.forEach(Process::destroyForcibly);
    watchdog.close();
    ProcessWait.until("the end of the watchdog", () -> shells() == 0);
  }

  @Test
  void aJobWithoutARenewalIsKilledAtItsFence() throws Exception {
    Process one = job(1);
    Process other = job(11);
    watchdog.fence(11, LONG);
    watchdog.fence(1, Duration.ZERO);
    killed(one);
    assertThat(watchdog.hasFenced(1)).isTrue();
    assertThat(watchdog.hasFenced(11)).isFalse();
    assertThat(other.isAlive()).isTrue();
  }

  @Test
  void alsoAProcessOfItsSessionThatEmptiedItsEnvironment() throws Exception {
    Process one = start(new ProcessBuilder("setsid", "sleep", "300"));
    Process other = start(new ProcessBuilder("setsid", "sleep", "300"));
    watchdog.fence(1, Duration.ZERO);
    watchdog.sessionOpened(1, one.pid());
    watchdog.sessionOpened(2, other.pid());
    killed(one);
    assertThat(other.isAlive()).isTrue();
  }

  @Test
  void aRenewedLeaseHasALaterFence() throws Exception {
    watchdog.fence(1, LONG);
    ProcessHandle before = timer();
    watchdog.fence(1, LONG.multipliedBy(2));
    ProcessWait.until(
        "another timer", () -> ProcessWait.isGone(before.pid()) && timers().count() == 1);
    assertThat(watchdog.hasFenced(1)).isFalse();
  }

  @Test
  void aFenceThatWasCalledOffHasNoTimer() throws Exception {
    watchdog.fence(1, LONG);
    watchdog.fence(2, LONG);
    ProcessWait.until("two timers", () -> timers().count() == 2);
    watchdog.callOff(1);
    ProcessWait.until("one timer", () -> timers().count() == 1);
  }

  @Test
  void sessionsOfAJobThatEndedAreForgotten() throws Exception {
    Process ended = start(new ProcessBuilder("setsid", "sh", "-c", "sleep 300 & echo $!"));
    long left = Long.parseLong(ended.inputReader().readLine());
    Process open = start(new ProcessBuilder("setsid", "sh", "-c", "sleep 300 & echo $!"));
    long killed = Long.parseLong(open.inputReader().readLine());
    watchdog.sessionLeftOpen(1, ended.pid());
    watchdog.sessionLeftOpen(11, open.pid());
    watchdog.end(1);
    Process later = job(2);
    watchdog.fence(2, Duration.ZERO);
    killed(later);
    watchdog.close();
    ProcessWait.until("the kill of what is left", () -> ProcessWait.isGone(killed));
    ProcessWait.until("the end of the watchdog", () -> shells() == 0);
    assertThat(ProcessWait.isGone(left)).isFalse();
    ProcessHandle.of(left).orElseThrow().destroyForcibly();
  }

  @Test
  void theLeasesOfALocalRunHaveNoFence() throws Exception {
    watchdog.fence(1, Duration.ofDays(7));
    watchdog.fence(2, LONG);
    ProcessWait.until("the timer of the second", () -> shells() == 2);
  }

  @Test
  void aKilledWatchdogIsReplacedByOneThatKnowsAll() throws Exception {
    Process withoutMarker = start(new ProcessBuilder("setsid", "sleep", "300"));
    Process ended = job(2);
    watchdog.sessionOpened(1, withoutMarker.pid());
    watchdog.fence(1, LONG);
    watchdog.fence(2, LONG);
    watchdog.fence(3, LONG);
    watchdog.callOff(2);
    ProcessWait.until("the shell and two timers", () -> shells() == 3);
    List<ProcessHandle> before = shellProcesses().toList();
    shell().destroyForcibly();
    ProcessWait.until(
        "others, with the same timers",
        () -> before.stream().noneMatch(ProcessHandle::isAlive) && shells() == 3);
    watchdog.fence(1, Duration.ZERO);
    killed(withoutMarker);
    assertThat(watchdog.hasFenced(1)).isTrue();
    assertThat(watchdog.hasFenced(3)).isFalse();
    assertThat(ended.isAlive()).isTrue();
  }

  @Test
  void aKilledWatchdogIsReplacedAgain() throws Exception {
    for (int at = 0; at < 3; at++) {
      ProcessHandle killed = shell();
      killed.destroyForcibly();
      ProcessWait.until("another shell", () -> ProcessWait.isGone(killed.pid()) && shells() == 1);
    }
    Process one = job(1);
    watchdog.fence(1, Duration.ZERO);
    killed(one);
  }

  private Process job(long number) throws IOException, InterruptedException {
    var builder = new ProcessBuilder("sleep", "300");
    builder.environment().put(ProcessReaper.VARIABLE, "%s-%d.".formatted(token, number));
    Process process = start(builder);
    ProcessWait.until(
        "its marker",
        () -> ProcessTable.withMarker("%s-%d.".formatted(token, number)).contains(process.pid()));
    return process;
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private static void killed(Process process) throws InterruptedException {
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + 9);
  }

  /// The shell of the watchdog, without those that sleep for its fences.
  private ProcessHandle shell() throws InterruptedException {
    ProcessWait.until("a shell", () -> shells() > 0);
    return shellProcesses().filter(WatchdogTest::isChild).findFirst().orElseThrow();
  }

  /// The shell that sleeps for a fence.
  private ProcessHandle timer() throws InterruptedException {
    ProcessWait.until("a timer", () -> timers().count() == 1);
    return timers().findFirst().orElseThrow();
  }

  private Stream<ProcessHandle> timers() {
    return shellProcesses().filter(process -> !isChild(process));
  }

  private static boolean isChild(ProcessHandle process) {
    return process.parent().map(ProcessHandle::pid).orElse(0L) == ProcessHandle.current().pid();
  }

  private long shells() {
    return shellProcesses().count();
  }

  private Stream<ProcessHandle> shellProcesses() {
    return ProcessHandle.allProcesses()
        .filter(process -> !ProcessWait.isGone(process.pid()))
        .filter(process -> process.info().commandLine().orElse("").contains(token));
  }
}
