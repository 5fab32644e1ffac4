package dev.pawl.agent.supervision;

import dev.pawl.agent.process.ChildProcess;
import dev.pawl.agent.process.ProcessExit;
import dev.pawl.agent.process.ProcessSignal;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A step's process group, from its start to the end of its last member.
public final class StepProcess {

  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration DEATH = Duration.ofSeconds(5);

  private final ChildProcess process;
  private final Duration grace;

  StepProcess(ChildProcess process, Duration grace) {
    this.process = process;
    this.grace = grace;
  }

  /// How it ended.
  ///
  /// @param signal that ended the process itself, if one did and that is known
  public record ProcessResult(StepEnd end, @Nullable Integer signal) {

    private static ProcessResult of(ProcessExit exit, Ender ender, String message) {
      return new ProcessResult(
          new StepEnd(exit.code(), ender, message), exit.signal().orElse(null));
    }
  }

  long group() {
    return process.pid();
  }

  /// Waits for the end, and brings it about where the job is to stop or time is up.
  ///
  /// @param limit when time is up
  /// @param onCancel called when a graceful stop begins, before the signal
  ProcessResult await(StopSignal stop, Deadline limit, Runnable onCancel)
      throws InterruptedException {
    CompletableFuture<ProcessExit> exit = process.exit();
    boolean inTime =
        within(limit.remaining(), CompletableFuture.anyOf(exit, stop.graceful(), stop.force()));
    if (exit.isDone()) {
      return ProcessResult.of(exit.join(), Ender.PROCESS, "");
    }
    if (stop.isForced()) {
      return killed(Ender.KILLED, "killed");
    }
    if (inTime) {
      onCancel.run();
    }
    boolean wentByItself = terminated(stop);
    Ender ender = inTime ? (wentByItself ? Ender.TERMINATED : Ender.KILLED) : Ender.TIMEOUT;
    String late = "killed after its grace period of " + graceText();
    String message = inTime ? (wentByItself ? "terminated" : late) : limit.message();
    return wentByItself ? ProcessResult.of(exit.join(), ender, message) : killed(ender, message);
  }

  private String graceText() {
    return grace.toMillis() % 1000 == 0 ? grace.toSeconds() + " s" : grace.toMillis() + " ms";
  }

  /// Whether the whole group ends by SIGTERM within its grace period, unless force comes first. A
  /// process that has just been started may not have its group yet; then it is told again.
  private boolean terminated(StopSignal stop) throws InterruptedException {
    long deadline = System.nanoTime() + grace.toNanos();
    boolean isTold = false;
    while (System.nanoTime() < deadline && !stop.isForced()) {
      isTold = isTold || ProcessSignal.TERM.toGroup(group());
      if (!process.isAlive() && ProcessTable.inGroup(group()).isEmpty()) {
        return true;
      }
      within(POLL, stop.force());
    }
    return false;
  }

  /// Kills the group, and the process itself, which may not have its group yet. Between the two it
  /// may have got one, and a child in it: so the group is killed until nobody is left in it, but
  /// for what the kernel does not let go of, which must not hold up the job.
  private ProcessResult killed(Ender ender, String message) throws InterruptedException {
    boolean _ = ProcessSignal.KILL.toGroup(group());
    process.kill();
    ProcessExit exit = ended();
    long deadline = System.nanoTime() + DEATH.toNanos();
    while (System.nanoTime() < deadline && !ProcessTable.inGroup(group()).isEmpty()) {
      boolean _ = ProcessSignal.KILL.toGroup(group());
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    }
    return ProcessResult.of(exit, ender, message);
  }

  private ProcessExit ended() throws InterruptedException {
    try {
      return process.exit().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean within(Duration bound, CompletableFuture<?> event)
      throws InterruptedException {
    try {
      event.get(Math.max(0, bound.toNanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
