package dev.pawl.agent.supervision;

import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.ChildProcess;
import dev.pawl.agent.process.JobLimits;
import dev.pawl.agent.process.LaunchSpec;
import dev.pawl.agent.process.LaunchWrapper;
import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.agent.process.ProcessTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The processes of one job. All of them are started here, and none is left once this is closed.
/// Owned by the job's thread.
public final class JobProcesses implements AutoCloseable {

  private final ProcessLauncher launcher;
  private final ProcessReaper reaper;
  private final long job;
  private final LaunchWrapper wrapper;

  /// Sessions of finished steps in which processes still run. Stays empty where a control group
  /// holds the job together.
  private final List<Long> openSessions = new ArrayList<>();

  private Runnable onFence = () -> {};
  private boolean isFenced;
  private boolean isClosed;

  public JobProcesses(
      ProcessLauncher launcher, ProcessReaper reaper, long job, LaunchWrapper wrapper) {
    this.launcher = launcher;
    this.reaper = reaper;
    this.job = job;
    this.wrapper = wrapper;
  }

  /// Makes a named pipe for output, in place of the one of an earlier try.
  public void makePipe(Path path) throws IOException, InterruptedException {
    Files.deleteIfExists(path);
    launcher.makePipe(path);
  }

  /// Runs a process to its end. Processes that it leaves in the background may stay until the job
  /// ends. The marker variable is always the agent's, whatever the job's own variables say.
  public StepProcess.ProcessResult run(LaunchSpec launch, StepLimits limits)
      throws IOException, InterruptedException {
    if (isFencedSince()) {
      return StepProcess.ProcessResult.NOT_STARTED;
    }
    Map<String, String> environment = new HashMap<>(launch.environment());
    environment.put(ProcessReaper.VARIABLE, reaper.variable(job));
    ChildProcess child = launcher.start(wrapper.wrap(launch.withEnvironment(environment)));
    sessionOpened(child.pid());
    try {
      return new StepProcess(child, limits).await();
    } finally {
      sessionEnded(child.pid());
      boolean _ = isFencedSince();
    }
  }

  /// Whether the watchdog has killed the job's processes since the last question: then nothing but
  /// cleanup may run, and only when no more is killed.
  private boolean isFencedSince() throws InterruptedException {
    if (isFenced || !reaper.watchdog().hasFenced(job)) {
      return false;
    }
    isFenced = true;
    onFence.run();
    reaper.watchdog().awaitCallOff(job);
    return true;
  }

  /// Lets the watchdog kill the processes when the lease, which lasts for this time from now, has
  /// run out. Thread-safe, as is [#callOffFence].
  public synchronized void fence(Duration remaining) {
    if (!isClosed) {
      reaper.watchdog().fence(job, remaining);
    }
  }

  public void callOffFence() {
    reaper.watchdog().callOff(job);
  }

  /// Sets the listener that is called by the job's thread when it finds that the watchdog has
  /// killed the processes.
  public void onFence(Runnable listener) {
    onFence = listener;
  }

  private void sessionOpened(long session) {
    if (wrapper.group().isEmpty()) {
      reaper.watchdog().sessionOpened(job, session);
    }
  }

  private void sessionEnded(long session) {
    if (wrapper.group().isPresent()) {
      return; // the control group holds whatever is left
    }
    if (ProcessTable.inSession(session).isEmpty()) {
      reaper.watchdog().sessionClosed(job, session);
    } else {
      reaper.watchdog().sessionLeftOpen(job, session);
      openSessions.add(session);
    }
  }

  /// The limits of the processes, and what they have hit of them.
  public JobLimits limits() {
    return wrapper.limits();
  }

  /// Kills every process that is left. Searches for them only where no control group could be
  /// emptied and removed.
  @Override
  public void close() {
    boolean isRemoved = wrapper.group().map(Cgroup::killAndRemove).orElse(false);
    if (!isRemoved) {
      openSessions.forEach(ProcessReaper::sweepSession);
      ProcessReaper.sweep(reaper.jobMarker(job));
    }
    wrapper.limits().remove();
    synchronized (this) {
      isClosed = true;
      reaper.watchdog().end(job);
    }
  }
}
