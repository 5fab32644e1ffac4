package dev.pawl.agent.exec;

import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.logs.OutputPipe;
import dev.pawl.agent.process.LaunchSpec;
import dev.pawl.agent.steps.ScriptRunner;
import dev.pawl.agent.steps.ShellCommand;
import dev.pawl.agent.steps.StepScript;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds out a job's group by its `group-command`: the last line that it prints, in a workspace
/// that has the job's repository. It runs before the job's start is committed, and so perhaps more
/// than once.
final class GroupCommand {

  /// The server waits no longer.
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Duration GRACE = Duration.ofSeconds(1);

  sealed interface Answer {}

  record Group(String key) implements Answer {}

  record Failed(String why) implements Answer {}

  private final WorkspaceProvider.JobWorkspace place;
  private final Map<String, String> environment;

  GroupCommand(WorkspaceProvider.JobWorkspace place, Map<String, String> environment) {
    this.place = place;
    this.environment = environment;
  }

  /// @param checkout what brings the job's repository into an empty workspace; null if it is there
  Answer run(String command, @Nullable StepScript checkout, StopSignal stop)
      throws IOException, InterruptedException {
    Deadline limit = Deadline.after(LIMIT, "its time was up");
    if (checkout != null) {
      var said = new LogTail();
      StepEnd end = execute(checkout, "checkout-for-group", said, stop, limit);
      if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
        return new Failed("the checkout before group-command failed: " + lastLine(said));
      }
    }
    ShellCommand shell = ShellCommand.unspecified(environment);
    var task = new StepScript(command, shell, place.directory(), environment, "group-command");
    var tail = new LogTail();
    StepEnd end = execute(task, OutputPipe.OF_GROUP, tail, stop, limit);
    String key = lastLine(tail);
    if (end.ender() == Ender.TIMEOUT) {
      return new Failed("group-command took more than " + LIMIT.toSeconds() + " s");
    }
    if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
      return new Failed("group-command failed: exit code %d: %s".formatted(end.exitCode(), key));
    }
    return key.isEmpty() ? new Failed("group-command printed nothing") : new Group(key);
  }

  private StepEnd execute(
      StepScript task, String name, LogTail tail, StopSignal stop, Deadline limit)
      throws IOException, InterruptedException {
    Path script = place.write(name + task.shell().extension(), task.script() + "\n");
    var bounds = new ScriptRunner.StepLimits(stop, limit, GRACE, () -> {});
    try (var output = new OutputPipe(place.pipe(name), new LastLines(tail))) {
      var launch =
          new LaunchSpec(
              task.shell().with(script), task.directory(), task.environment(), output.pipe());
      StepEnd end = place.processes().run(launch, bounds).end();
      output.await();
      return end;
    }
  }

  private static String lastLine(LogTail tail) {
    return tail.lines().reversed().stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// What the command prints is shown to nobody.
  private record LastLines(LogTail tail) implements OutputPipe.OutputConsumer {

    @Override
    public void take(byte[] bytes, int length) {
      tail.append(bytes, length);
    }
  }
}
