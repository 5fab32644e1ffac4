package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.process.Launch;
import dev.pawl.agent.process.Programs;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs the script of one step: writes it to a file, starts it as a process group of its own,
/// carries its output away, and says how it ended.
final class StepRunner {

  private final Workspace.Place place;
  private final LogShipper log;

  StepRunner(Workspace.Place place, LogShipper log) {
    this.place = place;
    this.log = log;
  }

  /// When and why a step is stopped.
  ///
  /// @param grace how long it has between being told to end and being killed
  /// @param onCancel called when a graceful stop begins, before the signal
  record Bounds(StopSignal stop, Deadline limit, Duration grace, Runnable onCancel) {

    Bounds until(Deadline other) {
      return new Bounds(stop, other, grace, onCancel);
    }
  }

  /// @param name of the files that it is run by, unique in its job
  StepProcess.Ended run(String name, Task task, StepLog output, Bounds bounds)
      throws CannotStart, InterruptedException {
    check(task);
    try {
      Path script = place.write("step-" + name + task.shell().extension(), task.script() + "\n");
      try (var pipe = new StepOutput(place.pipe(name), output)) {
        List<String> command = task.shell().with(script);
        var launch = new Launch(command, task.directory(), task.environment(), pipe.pipe());
        StepProcess.Ended ended = place.processes().run(launch, bounds);
        pipe.await();
        log.settle();
        return ended;
      }
    } catch (IOException e) {
      String why =
          e instanceof FileSystemException file ? "cannot write " + file.getFile() : e.getMessage();
      throw new CannotStart("it could not be started: " + why, task.source());
    }
  }

  private static void check(Task task) throws CannotStart {
    String program = task.shell().program();
    if (Programs.find(program, task.environment(), task.directory()).isEmpty()) {
      throw new CannotStart(
          "its shell needs %s, which is not on the PATH".formatted(program), task.source());
    }
    for (Map.Entry<String, String> variable : task.environment().entrySet()) {
      String name = variable.getKey();
      boolean isBad =
          name.isEmpty()
              || name.chars().anyMatch(c -> c == '=' || c == 0)
              || variable.getValue().indexOf('\0') >= 0;
      if (isBad) {
        throw new CannotStart(
            "the variable '%s' cannot be set".formatted(name.replace('\0', ' ')), task.source());
      }
    }
  }
}
