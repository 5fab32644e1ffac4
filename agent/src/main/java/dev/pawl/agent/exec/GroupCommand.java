package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.logs.OutputPipe;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.ScriptRunner;
import dev.pawl.agent.steps.ShellCommand;
import dev.pawl.agent.steps.StepScript;
import dev.pawl.agent.steps.StepScriptBuilder;
import dev.pawl.agent.steps.StepStartException;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Evaluates a job's group by its `group-command`: the last line that the command prints, in a
/// workspace with the job's repository. It runs before the job's start is committed, and so
/// possibly more than once.
final class GroupCommand {

  /// The server waits no longer.
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final Duration GRACE = Duration.ofSeconds(1);

  /// The result of the command.
  sealed interface Result {}

  record Group(String key) implements Result {}

  record Failed(String why) implements Result {}

  private final JobWorkspace workspace;
  private final JobEnvironment environment;
  private final StopSignal stop;
  private final ScriptRunner runner;

  GroupCommand(JobWorkspace workspace, JobEnvironment environment, StopSignal stop) {
    this.workspace = workspace;
    this.environment = environment;
    this.stop = stop;
    this.runner = new ScriptRunner(workspace);
  }

  /// Runs the command, after a checkout where the job's steps make one.
  Result run(String command, List<PlannedStep> steps) throws IOException, InterruptedException {
    Deadline deadline = Deadline.after(TIMEOUT, "timed out");
    StepScript checkout = checkout(steps);
    if (checkout != null) {
      var tail = new LogTail();
      StepEnd end = execute(checkout, "checkout-for-group", tail, deadline);
      if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
        return new Failed("the checkout before group-command failed: " + lastLine(tail));
      }
    }
    Map<String, String> variables =
        environment.variables().of(environment.variables().env(), Map.of());
    ShellCommand shell = ShellCommand.unspecified(variables);
    var script = new StepScript(command, shell, workspace.directory(), variables, "group-command");
    var tail = new LogTail();
    StepEnd end = execute(script, "of-group", tail, deadline);
    String key = lastLine(tail);
    if (end.ender() == Ender.TIMEOUT) {
      return new Failed("group-command timed out after " + TIMEOUT.toSeconds() + " s");
    }
    if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
      return new Failed("group-command failed: exit code %d: %s".formatted(end.exitCode(), key));
    }
    return key.isEmpty() ? new Failed("group-command printed nothing") : new Group(key);
  }

  /// The checkout that fills an empty workspace, so that the command finds the files that the job's
  /// steps will find. Null if no step checks out, or if the workspace is a working tree.
  private @Nullable StepScript checkout(List<PlannedStep> steps) throws IOException {
    boolean checksOut =
        steps.stream().anyMatch(step -> step.action() instanceof StepAction.Checkout);
    try {
      return checksOut && workspace.mode().isOwned()
          ? new StepScriptBuilder(workspace, environment)
              .checkout(workspace.environmentFiles("group", environment.limits()).environment())
          : null;
    } catch (StepStartException | EvaluationError _) {
      return null; // the step itself will fail, with the reason
    }
  }

  private StepEnd execute(StepScript script, String name, LogTail tail, Deadline deadline)
      throws IOException, InterruptedException {
    var limits = new StepLimits(stop, deadline, GRACE, () -> {});
    return runner.run(name, name, script, new TailOnly(tail), limits).end();
  }

  private static String lastLine(LogTail tail) {
    return tail.lines().reversed().stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// Keeps the last lines. The rest of the output is not logged.
  private record TailOnly(LogTail tail) implements OutputPipe.OutputConsumer {

    @Override
    public void take(byte[] bytes, int length) {
      tail.append(bytes, length);
    }
  }
}
