package dev.pawl.agent.steps;

import dev.pawl.agent.checkout.Checkout;
import dev.pawl.agent.checkout.CheckoutException;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.protocol.ServerMessage;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Evaluates steps, down to what is to be run.
public final class StepScriptBuilder {

  private final WorkspaceProvider.JobWorkspace place;
  private final JobEnvironment facts;

  public StepScriptBuilder(WorkspaceProvider.JobWorkspace place, JobEnvironment facts) {
    this.place = place;
    this.facts = facts;
  }

  /// @param files the variables that tell the step where to write
  StepScript of(ServerMessage.Step step, ExpressionEvaluator own, Map<String, String> files)
      throws EvaluationError, StepStartException {
    Map<String, String> ofStep = new HashMap<>(files);
    ofStep.put("GITHUB_ACTION", own.text("github.action", "${{ github.action }}"));
    String actionPath = own.text("github.action_path", "${{ github.action_path }}");
    if (!actionPath.isEmpty()) {
      ofStep.put("GITHUB_ACTION_PATH", actionPath);
    }
    if (step.uses().isEmpty()) {
      return script(step, own, facts.variables().of(own.env(), ofStep));
    }
    if (step.uses().equals(Checkout.NAME)) {
      return checkout(step, own, ofStep);
    }
    String why = step.run().isEmpty() ? "there is no such action here" : step.run();
    throw new StepStartException(
        "'%s' is not available: %s".formatted(step.uses(), why), step.source());
  }

  /// A script that observes, in the shell of a step that says nothing.
  StepScript ofHook(
      String script,
      ExpressionEvaluator around,
      Map<String, String> files,
      Map<String, String> told)
      throws EvaluationError {
    Map<String, String> ofHook = new HashMap<>(files);
    ofHook.putAll(told);
    Map<String, String> environment = facts.variables().of(around.env(), ofHook);
    ShellCommand shell = ShellCommand.unspecified(environment);
    return new StepScript(
        around.text("run", script), shell, place.directory(), environment, "a hook's script");
  }

  private StepScript script(
      ServerMessage.Step step, ExpressionEvaluator own, Map<String, String> environment)
      throws EvaluationError, StepStartException {
    String name = own.text("shell", step.shell());
    ShellCommand shell =
        ShellCommand.of(name, environment)
            .orElseThrow(() ->
                new StepStartException(
                    "the shell '%s' is not available: bash, sh, python, or a command with {0} in it"
                        .formatted(name),
                    step.source()));
    String script = own.text("run", step.run());
    return new StepScript(script, shell, directory(step, own), environment, step.source());
  }

  private Path directory(ServerMessage.Step step, ExpressionEvaluator own)
      throws EvaluationError, StepStartException {
    String name = own.text("working-directory", step.workingDirectory());
    try {
      Path directory = place.directory().resolve(name);
      if (Files.isDirectory(directory)) {
        return directory;
      }
    } catch (InvalidPathException e) {
      throw new StepStartException("working-directory: " + e.getMessage(), step.source());
    }
    throw new StepStartException(
        "working-directory '%s' does not exist".formatted(name), step.source());
  }

  /// A checkout of the commit under test, for no step of the job.
  public StepScript checkout(Map<String, String> files) throws EvaluationError, StepStartException {
    return checkout(Map.of(), facts.variables().env(), new HashMap<>(files), "group-command");
  }

  private StepScript checkout(
      ServerMessage.Step step, ExpressionEvaluator own, Map<String, String> ofStep)
      throws EvaluationError, StepStartException {
    return checkout(own.texts("with", step.with()), own.env(), ofStep, step.source());
  }

  private StepScript checkout(
      Map<String, String> with, Map<String, String> env, Map<String, String> ofStep, String source)
      throws StepStartException {
    try {
      Checkout checkout =
          Checkout.of(with, facts.contexts()::github, place.tree(), place.directory());
      boolean _ = facts.masks().add(checkout.token());
      ofStep.putAll(checkout.variables());
      Map<String, String> environment = facts.variables().of(env, ofStep);
      return new StepScript(
          Checkout.script(), ShellCommand.PLAIN_SH, place.directory(), environment, source);
    } catch (CheckoutException e) {
      throw new StepStartException(e.message(), source);
    }
  }
}
