package dev.pawl.agent.supervision;

import dev.pawl.agent.process.ChildProcess;
import dev.pawl.agent.process.ProcessExit;
import dev.pawl.agent.process.ProcessSignal;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// The process group of one step, from its start to the end of its last member.
public final class StepProcess {

  private static final Duration POLL = Duration.ofMillis(10);
  private static final Duration LONGEST_POLL = Duration.ofMillis(200);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

  private final ChildProcess process;
  private final StepLimits limits;

  StepProcess(ChildProcess process, StepLimits limits) {
    this.process = process;
    this.limits = limits;
  }

  /// The end of the process.
  ///
  /// @param signal the signal that ended the process itself; null if none did, or if unknown
  public record ProcessResult(StepEnd end, @Nullable Integer signal) {

    /// The end of a process that was not started, because its job is fenced.
    static final ProcessResult NOT_STARTED =
        new ProcessResult(new StepEnd(1, Ender.KILLED, "not started: its lease is over"), null);

    private static ProcessResult of(ProcessExit exit, Ender ender, String message) {
      return new ProcessResult(
          new StepEnd(exit.code(), ender, message), exit.signal().orElse(null));
    }
  }

  private long group() {
    return process.pid();
  }

  /// Waits for the end of the process, and stops it when its stop signal or its deadline demands
  /// it.
  ProcessResult await() throws InterruptedException {
    StopSignal stop = limits.stop();
    CompletableFuture<ProcessExit> exit = process.exit();
    boolean inTime =
        completesWithin(
            limits.deadline().remaining(),
            CompletableFuture.anyOf(exit, stop.graceful(), stop.force()));
    if (exit.isDone()) {
      return ProcessResult.of(exit.join(), Ender.PROCESS, "");
    }
    if (stop.isForced()) {
      return kill(Ender.KILLED, "killed");
    }
    if (inTime) {
      limits.onCancel().run();
    }
    boolean isTerminated = terminate(stop);
    Ender ender = inTime ? (isTerminated ? Ender.TERMINATED : Ender.KILLED) : Ender.TIMEOUT;
    String killed = "killed after its grace period of " + graceText();
    String message = inTime ? (isTerminated ? "terminated" : killed) : limits.deadline().message();
    return isTerminated ? ProcessResult.of(exit.join(), ender, message) : kill(ender, message);
  }

  private String graceText() {
    Duration grace = limits.grace();
    return grace.toMillis() % 1000 == 0 ? grace.toSeconds() + " s" : grace.toMillis() + " ms";
  }

  /// Sends SIGTERM to the group, and waits for its end. A process that has just been started may
  /// not have its group yet, and one that is on its way into a namespace ignores the signal for
  /// some milliseconds: so the signal is sent as soon as some member takes it.
  ///
  /// @return whether the whole group ended within its grace period, and before a forced stop
  private boolean terminate(StopSignal stop) throws InterruptedException {
    long deadline = System.nanoTime() + limits.grace().toNanos();
    CompletableFuture<?> endOrForce = CompletableFuture.anyOf(process.exit(), stop.force());
    Set<Long> signalled = new HashSet<>();
    boolean isSent = false;
    Duration pause = POLL;
    while (System.nanoTime() < deadline && !stop.isForced()) {
      if (!isSent) {
        List<Long> members = ProcessTable.inGroup(group());
        if (members.isEmpty() || !ProcessTable.ignore(members, ProcessSignal.TERM)) {
          signalled.addAll(members);
          isSent = ProcessSignal.TERM.toGroup(group());
        } else if (pause.compareTo(LONGEST_POLL) < 0) {
          pause = pause.plus(POLL);
        }
      }
      if (!process.isAlive()) {
        List<Long> members = ProcessTable.inGroup(group());
        if (members.isEmpty()) {
          return true;
        }
        terminateOrphans(members, signalled);
      }
      boolean _ = completesWithin(pause, process.isAlive() ? endOrForce : stop.force());
    }
    return false;
  }

  /// Sends SIGTERM to members that were started after the signal and left behind by the leader. A
  /// shell blocks signals while it forks: it may start a command when the signal has already
  /// arrived, and die before it waits for it. Children of a living member are left alone, because
  /// they may be its cleanup.
  private static void terminateOrphans(List<Long> members, Set<Long> signalled) {
    for (long pid : members) {
      if (!signalled.contains(pid)
          && members.stream().noneMatch(other -> ProcessTable.isChild(pid, other))) {
        signalled.add(pid);
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
      }
    }
  }

  /// Kills the group, and the process itself, which may not have its group yet. In between it may
  /// have got one, with a child in it: so the group is killed until it is empty. A process that the
  /// kernel does not release must not hold up the job, so that has a timeout.
  private ProcessResult kill(Ender ender, String message) throws InterruptedException {
    boolean _ = ProcessSignal.KILL.toGroup(group());
    process.kill();
    ProcessExit exit = awaitExit();
    long deadline = System.nanoTime() + KILL_TIMEOUT.toNanos();
    while (System.nanoTime() < deadline && !ProcessTable.inGroup(group()).isEmpty()) {
      boolean _ = ProcessSignal.KILL.toGroup(group());
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    }
    return ProcessResult.of(exit, ender, message);
  }

  private ProcessExit awaitExit() throws InterruptedException {
    try {
      return process.exit().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean completesWithin(Duration bound, CompletableFuture<?> event)
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
