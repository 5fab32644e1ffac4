package dev.pawl.agent.exec;

import dev.pawl.agent.process.Cgroup;
import dev.pawl.agent.process.Child;
import dev.pawl.agent.process.Enclosure;
import dev.pawl.agent.process.Launch;
import dev.pawl.agent.process.Launcher;
import dev.pawl.agent.process.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The processes of one job: all are started here, and none is left when this is closed. Owned by
/// the job's thread.
final class JobProcesses implements AutoCloseable {

  private final Launcher launcher;
  private final Ward ward;
  private final long job;
  private final Enclosure enclosure;

  /// Of steps that are over and have left somebody behind, where no control group holds them.
  private final List<Long> sessions = new ArrayList<>();

  JobProcesses(Launcher launcher, Ward ward, long job, Enclosure enclosure) {
    this.launcher = launcher;
    this.ward = ward;
    this.job = job;
    this.enclosure = enclosure;
  }

  /// Makes a pipe to print to; one that is there already is of an earlier try.
  void makePipe(Path path) throws IOException, InterruptedException {
    Files.deleteIfExists(path);
    launcher.makePipe(path);
  }

  /// Runs a process to its end. Whoever it leaves behind may stay for as long as the job; the
  /// markers that they carry are the agent's word, whatever the job's own variables say.
  StepProcess.Ended run(Launch launch, StepRunner.Bounds bounds)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>(launch.environment());
    environment.put(Ward.VARIABLE, ward.variable(job));
    Child child = launcher.start(enclosure.around(launch.withEnvironment(environment)));
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
      ward.opened(session);
    }
  }

  /// What a control group holds need not be looked for.
  private void over(long session) {
    if (enclosure.group().isPresent()) {
      return;
    }
    if (Proc.inSession(session).isEmpty()) {
      ward.closed(session);
    } else {
      ward.left(session);
      sessions.add(session);
    }
  }

  /// Ends whoever is left. Where the kernel itself can say that nobody is, nobody is looked for.
  @Override
  public void close() {
    boolean isOver = enclosure.group().map(Cgroup::end).orElse(false);
    if (!isOver) {
      sessions.forEach(Ward::sweepSession);
      Ward.sweep(ward.jobMarker(job));
    }
  }
}
