package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.ShellCommand;
import dev.pawl.agent.steps.StepScript;
import dev.pawl.agent.steps.StepScriptBuilder;
import dev.pawl.agent.steps.StepStartException;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.core.plan.NameLimit;
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

  /// The result of the command.
  sealed interface Result {}

  record Group(String key) implements Result {}

  record Failed(String why) implements Result {}

  private final JobWorkspace workspace;
  private final JobEnvironment environment;
  private final PreparationScripts scripts;

  GroupCommand(JobWorkspace workspace, JobEnvironment environment, StopSignal stop) {
    this.workspace = workspace;
    this.environment = environment;
    this.scripts = new PreparationScripts(workspace, stop);
  }

  /// Runs the command, after a checkout where the job's steps make one.
  ///
  /// @param timeout the time that the server waits for the group
  Result run(String command, List<PlannedStep> steps, Duration timeout)
      throws IOException, InterruptedException {
    Deadline deadline = Deadline.after(timeout, "timed out");
    StepScript checkout = checkout(steps);
    if (checkout != null) {
      var tail = new LogTail();
      StepEnd end = scripts.run("checkout-for-group", checkout, tail, deadline);
      if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
        return new Failed(
            "the checkout before group-command failed: " + PreparationScripts.lastLine(tail));
      }
    }
    Map<String, String> variables =
        environment.variables().of(environment.variables().env(), Map.of());
    ShellCommand shell = ShellCommand.unspecified(variables);
    var script = new StepScript(command, shell, workspace.directory(), variables, "group-command");
    var tail = new LogTail();
    StepEnd end = scripts.run("of-group", script, tail, deadline);
    String key = PreparationScripts.lastLine(tail);
    if (end.ender() == Ender.TIMEOUT) {
      return new Failed("group-command timed out after " + timeout.toSeconds() + " s");
    }
    if (end.ender() != Ender.PROCESS || end.exitCode() != 0) {
      return new Failed("group-command failed: exit code %d: %s".formatted(end.exitCode(), key));
    }
    if (key.isEmpty()) {
      return new Failed("group-command printed nothing");
    }
    return NameLimit.problem(key)
        .<Result>map(problem -> new Failed("the name that group-command printed " + problem))
        .orElseGet(() -> new Group(key));
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
}
