package dev.pawl.agent.steps;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.logs.OutputPipe;
import dev.pawl.agent.process.LaunchSpec;
import dev.pawl.agent.process.ProgramLookup;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StepProcess;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.WorkspaceProvider;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs the script of one step: writes it to a file, starts it as a process group of its own,
/// carries its output away, and says how it ended.
public final class ScriptRunner {

  private final WorkspaceProvider.JobWorkspace place;
  private final LogShipper log;

  public ScriptRunner(WorkspaceProvider.JobWorkspace place, LogShipper log) {
    this.place = place;
    this.log = log;
  }

  /// When and why a step is stopped.
  ///
  /// @param grace how long it has between being told to end and being killed
  /// @param onCancel called when a graceful stop begins, before the signal
  public record StepLimits(StopSignal stop, Deadline limit, Duration grace, Runnable onCancel) {

    public StepLimits until(Deadline other) {
      return new StepLimits(stop, other, grace, onCancel);
    }
  }

  /// @param name of the files that it is run by, unique in its job
  StepProcess.ProcessResult run(
      String name, StepScript task, StepLogWriter output, StepLimits bounds)
      throws StepStartException, InterruptedException {
    check(task);
    try {
      Path script = place.write("step-" + name + task.shell().extension(), task.script() + "\n");
      try (var pipe = new OutputPipe(place.pipe(name), output)) {
        List<String> command = task.shell().with(script);
        var launch = new LaunchSpec(command, task.directory(), task.environment(), pipe.pipe());
        StepProcess.ProcessResult ended = place.processes().run(launch, bounds);
        pipe.await();
        log.settle();
        return ended;
      }
    } catch (IOException e) {
      String why =
          e instanceof FileSystemException file ? "cannot write " + file.getFile() : e.getMessage();
      throw new StepStartException("it could not be started: " + why, task.source());
    }
  }

  private static void check(StepScript task) throws StepStartException {
    String program = task.shell().program();
    if (ProgramLookup.find(program, task.environment(), task.directory()).isEmpty()) {
      throw new StepStartException(
          "its shell needs %s, which is not on the PATH".formatted(program), task.source());
    }
    for (Map.Entry<String, String> variable : task.environment().entrySet()) {
      String name = variable.getKey();
      boolean isBad =
          name.isEmpty()
              || name.chars().anyMatch(c -> c == '=' || c == 0)
              || variable.getValue().indexOf('\0') >= 0;
      if (isBad) {
        throw new StepStartException(
            "the variable '%s' cannot be set".formatted(name.replace('\0', ' ')), task.source());
      }
    }
  }
}
