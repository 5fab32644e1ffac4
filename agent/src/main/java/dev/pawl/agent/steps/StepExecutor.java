package dev.pawl.agent.steps;

import dev.pawl.agent.commands.EnvironmentFiles;
import dev.pawl.agent.commands.LogAnnotations;
import dev.pawl.agent.commands.StepCommandHandler;
import dev.pawl.agent.commands.StepOutputs;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.logs.LogTail;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.agent.supervision.StepProcess.ProcessResult;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.core.mask.TooManySecretsException;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.step.StepEnd;
import dev.pawl.protocol.LogFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;

/// Executes single steps and hooks: evaluates the step, runs its script, and applies what the
/// script has written to the environment files. Owned by the job's thread.
public final class StepExecutor {

  private final JobWorkspace workspace;
  private final JobEnvironment environment;
  private final LogShipper log;
  private final ScriptRunner runner;
  private final StepScriptBuilder scripts;

  public StepExecutor(JobWorkspace workspace, JobEnvironment environment, LogShipper log) {
    this.workspace = workspace;
    this.environment = environment;
    this.log = log;
    this.runner = new ScriptRunner(workspace);
    this.scripts = new StepScriptBuilder(workspace, environment);
  }

  /// Runs one try of a step.
  public StepOutcome run(
      int index, int tries, PlannedStep step, ExpressionEvaluator evaluator, StepLimits limits)
      throws InterruptedException {
    String name = tries == 1 ? Integer.toString(index) : index + "-" + tries;
    return execute(
        index,
        name,
        files -> scripts.ofStep(step, evaluator.withEnv(step.env()), files),
        (written, outputs) -> apply(index, written, outputs),
        limits);
  }

  /// Runs a hook. Hooks observe: what a hook writes has no effect, except for its summary.
  ///
  /// @param input variables that only this hook sees
  public StepOutcome runHook(
      int index,
      String script,
      ExpressionEvaluator evaluator,
      Map<String, String> input,
      StepLimits limits)
      throws InterruptedException {
    return execute(
        index,
        Integer.toString(index),
        files -> scripts.ofHook(script, evaluator, files, input),
        (written, _) -> {
          shipSummary(written);
          return "";
        },
        limits);
  }

  /// Builds the script, given the variables with the paths of the step's environment files.
  private interface ScriptSource {
    StepScript build(Map<String, String> files) throws EvaluationError, StepStartException;
  }

  /// Applies what a step has written to its environment files, and returns the limit for which the
  /// step fails; empty if there is none.
  private interface ContentsConsumer {
    String accept(EnvironmentFiles.Contents written, StepOutputs outputs)
        throws InterruptedException;
  }

  private StepOutcome execute(
      int index, String name, ScriptSource source, ContentsConsumer consumer, StepLimits limits)
      throws InterruptedException {
    var tail = new LogTail();
    var commands =
        new StepCommandHandler(
            environment.masks(), environment.contexts().isDebugging(), environment.limits());
    var output = new StepLogWriter(index, log, tail, environment, commands);
    try {
      EnvironmentFiles files = workspace.environmentFiles(name, environment.limits());
      StepScript script = source.build(files.environment());
      var monitor = new LimitMonitor(workspace.processes().limits());
      ProcessResult result = runner.run(name, script, output, limits);
      for (String line : monitor.lines()) {
        output.print(line);
      }
      log.settle();
      var outputs = new StepOutputs(environment.limits());
      outputs.putAll(commands.outputs());
      EnvironmentFiles.Contents written = files.read();
      for (String warning : written.warnings()) {
        output.print(LogAnnotations.warning(warning));
      }
      String breach = consumer.accept(written, outputs);
      if (!breach.isEmpty()) {
        output.print(LogAnnotations.error(breach));
      }
      return new StepOutcome(
          result.end(),
          commands.rejection().isEmpty() ? breach : commands.rejection(),
          tail.lines(),
          breach.isEmpty() ? outputs.all() : Map.of(),
          result.signal(),
          StepOutcome.Kind.RAN);
    } catch (TooManySecretsException e) {
      return StepOutcome.rejected(String.valueOf(e.getMessage()));
    } catch (EvaluationError | StepStartException | IOException e) {
      return StepOutcome.notStarted(String.valueOf(e.getMessage()));
    }
  }

  /// The end of the step with secrets masked, as it is reported to the server. A rejection is in
  /// the agent's own words, and shown as it is.
  public StepEnd maskedEnd(StepOutcome outcome) {
    StepEnd end = outcome.end();
    String message =
        outcome.rejection().isEmpty()
            ? environment.masks().mask(end.message())
            : outcome.rejection();
    return new StepEnd(end.exitCode(), end.ender(), message);
  }

  /// Makes what a step has written visible to the steps that follow.
  private String apply(int index, EnvironmentFiles.Contents written, StepOutputs outputs)
      throws InterruptedException {
    outputs.putAll(written.outputs());
    shipSummary(written);
    String ofVariables = environment.variables().set(written);
    String ofOutputs =
        outputs.breach().isEmpty()
            ? environment.outputs().take("step " + index, outputs.all()).orElse("")
            : outputs.breach();
    return Stream.of(written.breach(), ofVariables, ofOutputs)
        .filter(breach -> !breach.isEmpty())
        .findFirst()
        .orElse("");
  }

  /// Ships the summary as if it were the log of one more step; its last line gets a line end.
  private void shipSummary(EnvironmentFiles.Contents written) throws InterruptedException {
    if (!written.summary().isBlank()) {
      String text = environment.masks().mask(written.summary());
      byte[] bytes = (text.endsWith("\n") ? text : text + "\n").getBytes(StandardCharsets.UTF_8);
      log.ship(LogFrame.SUMMARY_INDEX, bytes, bytes.length);
    }
  }
}
