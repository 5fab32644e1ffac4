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
import java.util.LinkedHashMap;
import java.util.Map;

/// Executes single steps and hooks: evaluates the step, runs its script, and applies what the
/// script has written to the environment files. Owned by the job's thread.
public final class StepExecutor {

  private final JobWorkspace workspace;
  private final JobEnvironment environment;
  private final LogShipper log;
  private final ScriptRunner runner;
  private final StepScriptBuilder scripts;
  private final OutputBudget budget = new OutputBudget();

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
        this::apply,
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
        (written, _, _) -> shipSummary(written),
        limits);
  }

  /// Builds the script, given the variables with the paths of the step's environment files.
  private interface ScriptSource {
    StepScript build(Map<String, String> files) throws EvaluationError, StepStartException;
  }

  /// Applies what a step has written to its environment files.
  private interface ContentsConsumer {
    void accept(EnvironmentFiles.Contents written, StepOutputs outputs, StepLogWriter output)
        throws InterruptedException;
  }

  private StepOutcome execute(
      int index, String name, ScriptSource source, ContentsConsumer consumer, StepLimits limits)
      throws InterruptedException {
    var tail = new LogTail();
    var commands =
        new StepCommandHandler(environment.masks(), environment.contexts().isDebugging());
    var output = new StepLogWriter(index, log, tail, environment.masks(), commands);
    try {
      EnvironmentFiles files = workspace.environmentFiles(name);
      StepScript script = source.build(files.environment());
      var monitor = new LimitMonitor(workspace.processes().limits());
      ProcessResult result = runner.run(name, script, output, limits);
      for (String line : monitor.lines()) {
        output.print(line);
      }
      log.settle();
      var outputs = new StepOutputs();
      outputs.putAll(commands.outputs());
      consumer.accept(files.read(), outputs, output);
      return new StepOutcome(
          result.end(),
          commands.rejection(),
          tail.lines(),
          withinBudget(outputs.all(), output),
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
  private void apply(EnvironmentFiles.Contents written, StepOutputs outputs, StepLogWriter output)
      throws InterruptedException {
    outputs.putAll(written.outputs());
    environment.variables().set(written);
    for (String warning : written.warnings()) {
      output.print(LogAnnotations.warning(warning));
    }
    shipSummary(written);
  }

  /// Ships the summary as if it were the log of one more step; its last line gets a line end.
  private void shipSummary(EnvironmentFiles.Contents written) throws InterruptedException {
    if (!written.summary().isBlank()) {
      String text = environment.masks().mask(written.summary());
      byte[] bytes = (text.endsWith("\n") ? text : text + "\n").getBytes(StandardCharsets.UTF_8);
      log.ship(LogFrame.SUMMARY_INDEX, bytes, bytes.length);
    }
  }

  private Map<String, String> withinBudget(Map<String, String> outputs, StepLogWriter output)
      throws InterruptedException {
    Map<String, String> kept = new LinkedHashMap<>();
    for (var entry : outputs.entrySet()) {
      if (budget.takes(entry.getKey(), entry.getValue())) {
        kept.put(entry.getKey(), entry.getValue());
      } else {
        output.print(
            LogAnnotations.warning(
                "output '%s' dropped: the outputs of the job are larger than 512 KiB in total"
                    .formatted(entry.getKey())));
      }
    }
    return kept;
  }
}
