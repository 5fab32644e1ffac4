package dev.pawl.agent.supervision;

import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.ChildProcess;
import dev.pawl.agent.process.LaunchSpec;
import dev.pawl.agent.process.LaunchWrapper;
import dev.pawl.agent.process.ProcessLauncher;
import dev.pawl.agent.process.ProcessTable;
import dev.pawl.agent.steps.ScriptRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The processes of one job: all are started here, and none is left when this is closed. Owned by
/// the job's thread.
public final class JobProcesses implements AutoCloseable {

  private final ProcessLauncher launcher;
  private final ProcessReaper ward;
  private final long job;
  private final LaunchWrapper enclosure;

  /// Of steps that are over and have left somebody behind, where no control group holds them.
  private final List<Long> sessions = new ArrayList<>();

  public JobProcesses(
      ProcessLauncher launcher, ProcessReaper ward, long job, LaunchWrapper enclosure) {
    this.launcher = launcher;
    this.ward = ward;
    this.job = job;
    this.enclosure = enclosure;
  }

  /// Makes a pipe to print to; one that is there already is of an earlier try.
  public void makePipe(Path path) throws IOException, InterruptedException {
    Files.deleteIfExists(path);
    launcher.makePipe(path);
  }

  /// Runs a process to its end. Whoever it leaves behind may stay for as long as the job; the
  /// markers that they carry are the agent's word, whatever the job's own variables say.
  public StepProcess.ProcessResult run(LaunchSpec launch, ScriptRunner.StepLimits bounds)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(launch.environment());
    environment.put(ProcessReaper.VARIABLE, ward.variable(job));
    ChildProcess child = launcher.start(enclosure.wrap(launch.withEnvironment(environment)));
    opened(child.pid());
    try {
      return new StepProcess(child, bounds.grace())
          .await(bounds.stop(), bounds.limit(), bounds.onCancel());
    } finally {
      over(child.pid());
    }
  }

  private void opened(long session) {
    if (enclosure.group().isEmpty()) {
      ward.sessionOpened(session);
    }
  }

  /// What a control group holds need not be looked for.
  private void over(long session) {
    if (enclosure.group().isPresent()) {
      return;
    }
    if (ProcessTable.inSession(session).isEmpty()) {
      ward.sessionClosed(session);
    } else {
      ward.sessionLeftOpen(session);
      sessions.add(session);
    }
  }

  /// Ends whoever is left. Where the kernel itself can say that nobody is, nobody is looked for.
  @Override
  public void close() {
    boolean isOver = enclosure.group().map(Cgroup::killAndRemove).orElse(false);
    if (!isOver) {
      sessions.forEach(ProcessReaper::sweepSession);
      ProcessReaper.sweep(ward.jobMarker(job));
    }
  }
}
