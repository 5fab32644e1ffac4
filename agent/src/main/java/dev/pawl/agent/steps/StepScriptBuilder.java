package dev.pawl.agent.steps;

import dev.pawl.agent.checkout.Checkout;
import dev.pawl.agent.checkout.CheckoutException;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Builds the scripts of steps, hooks and checkouts by evaluating their expressions.
public final class StepScriptBuilder {

  private final JobWorkspace workspace;
  private final JobEnvironment environment;

  public StepScriptBuilder(JobWorkspace workspace, JobEnvironment environment) {
    this.workspace = workspace;
    this.environment = environment;
  }

  /// The script of a step.
  ///
  /// @param evaluator sees the step's own variables
  /// @param files the variables with the paths of the step's environment files
  StepScript ofStep(PlannedStep step, ExpressionEvaluator evaluator, Map<String, String> files)
      throws EvaluationError, StepStartException {
    Map<String, String> stepVariables = new HashMap<>(files);
    stepVariables.put("GITHUB_ACTION", evaluator.text("github.action", "${{ github.action }}"));
    String actionPath = evaluator.text("github.action_path", "${{ github.action_path }}");
    if (!actionPath.isEmpty()) {
      stepVariables.put("GITHUB_ACTION_PATH", actionPath);
    }
    return switch (step.action()) {
      case StepAction.Script script ->
          script(
              script,
              step.source(),
              evaluator,
              environment.variables().of(evaluator.env(), stepVariables));
      case StepAction.Checkout _ -> checkout(step, evaluator, stepVariables);
      case StepAction.Unavailable(var uses, var why) ->
          throw new StepStartException(
              "'%s' is not available: %s".formatted(uses, why), step.source());
    };
  }

  /// The script of a hook, which runs in the default shell.
  ///
  /// @param input variables that only this hook sees
  StepScript ofHook(
      String script,
      ExpressionEvaluator evaluator,
      Map<String, String> files,
      Map<String, String> input)
      throws EvaluationError {
    Map<String, String> hookVariables = new HashMap<>(files);
    hookVariables.putAll(input);
    Map<String, String> variables = environment.variables().of(evaluator.env(), hookVariables);
    ShellCommand shell = ShellCommand.unspecified(variables);
    return new StepScript(
        evaluator.text("run", script), shell, workspace.directory(), variables, "hook");
  }

  private StepScript script(
      StepAction.Script action,
      String source,
      ExpressionEvaluator evaluator,
      Map<String, String> variables)
      throws EvaluationError, StepStartException {
    String name = evaluator.text("shell", action.shell());
    ShellCommand shell =
        ShellCommand.of(name, variables)
            .orElseThrow(() ->
                new StepStartException(
                    "shell '%s' is not available: use bash, sh, python, or a command with {0} in it"
                        .formatted(name),
                    source));
    String script = evaluator.text("run", action.run());
    Path directory = directory(action.workingDirectory(), source, evaluator);
    return new StepScript(script, shell, directory, variables, source);
  }

  private Path directory(String text, String source, ExpressionEvaluator evaluator)
      throws EvaluationError, StepStartException {
    String name = evaluator.text("working-directory", text);
    try {
      Path directory = workspace.directory().resolve(name);
      if (workspace.hasDirectory(directory)) {
        return directory;
      }
    } catch (InvalidPathException e) {
      throw new StepStartException("working-directory: " + e.getMessage(), source);
    }
    throw new StepStartException("working-directory '%s' does not exist".formatted(name), source);
  }

  /// The script of a checkout of the commit under test, for `group-command`.
  public StepScript checkout(Map<String, String> files) throws EvaluationError, StepStartException {
    return checkout(Map.of(), environment.variables().env(), new HashMap<>(files), "group-command");
  }

  /// The script that asks the run's repository for the commit of the run's ref.
  public StepScript commitQuery() throws EvaluationError, StepStartException {
    var query = new HashMap<>(Map.of("PAWL_CHECKOUT_QUERY", "true"));
    return checkout(Map.of(), environment.variables().env(), query, "the run's ref");
  }

  private StepScript checkout(
      PlannedStep step, ExpressionEvaluator evaluator, Map<String, String> stepVariables)
      throws EvaluationError, StepStartException {
    return checkout(
        evaluator.texts("with", step.with()), evaluator.env(), stepVariables, step.source());
  }

  private StepScript checkout(
      Map<String, String> with,
      Map<String, String> env,
      Map<String, String> stepVariables,
      String source)
      throws StepStartException {
    try {
      Checkout checkout =
          Checkout.of(
              with, environment.contexts()::github, workspace.mode(), workspace.directory());
      boolean _ = environment.masks().add(checkout.token());
      stepVariables.putAll(checkout.variables());
      Map<String, String> variables = environment.variables().of(env, stepVariables);
      return new StepScript(
          Checkout.script(), ShellCommand.PLAIN_SH, workspace.directory(), variables, source);
    } catch (CheckoutException e) {
      throw new StepStartException(e.message(), source);
    }
  }
}
