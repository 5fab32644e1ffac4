package dev.pawl.agent.exec;

import dev.pawl.agent.checkout.Checkout;
import dev.pawl.agent.checkout.CheckoutRefused;
import dev.pawl.agent.contexts.Evaluation;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.protocol.FromServer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Evaluates steps, down to what is to be run.
final class Tasks {

  private final Workspace.Place place;
  private final JobFacts facts;

  Tasks(Workspace.Place place, JobFacts facts) {
    this.place = place;
    this.facts = facts;
  }

  /// @param files the variables that tell the step where to write
  Task of(FromServer.Step step, Evaluation own, Map<String, String> files)
      throws EvaluationError, CannotStart {
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
    throw new CannotStart("'%s' is not available: %s".formatted(step.uses(), why), step.source());
  }

  /// A script that observes, in the shell of a step that says nothing.
  Task ofHook(String script, Evaluation around, Map<String, String> files, Map<String, String> told)
      throws EvaluationError {
    Map<String, String> ofHook = new HashMap<>(files);
    ofHook.putAll(told);
    Map<String, String> environment = facts.variables().of(around.env(), ofHook);
    ShellCommand shell = ShellCommand.unspecified(environment);
    return new Task(
        around.text("run", script), shell, place.directory(), environment, "a hook's script");
  }

  private Task script(FromServer.Step step, Evaluation own, Map<String, String> environment)
      throws EvaluationError, CannotStart {
    String name = own.text("shell", step.shell());
    ShellCommand shell =
        ShellCommand.of(name, environment)
            .orElseThrow(() ->
                new CannotStart(
                    "the shell '%s' is not available: bash, sh, python, or a command with {0} in it"
                        .formatted(name),
                    step.source()));
    String script = own.text("run", step.run());
    return new Task(script, shell, directory(step, own), environment, step.source());
  }

  private Path directory(FromServer.Step step, Evaluation own) throws EvaluationError, CannotStart {
    String name = own.text("working-directory", step.workingDirectory());
    try {
      Path directory = place.directory().resolve(name);
      if (Files.isDirectory(directory)) {
        return directory;
      }
    } catch (InvalidPathException e) {
      throw new CannotStart("working-directory: " + e.getMessage(), step.source());
    }
    throw new CannotStart("working-directory '%s' does not exist".formatted(name), step.source());
  }

  /// A checkout of the commit under test, for no step of the job.
  Task checkout(Map<String, String> files) throws EvaluationError, CannotStart {
    return checkout(Map.of(), facts.variables().env(), new HashMap<>(files), "group-command");
  }

  private Task checkout(FromServer.Step step, Evaluation own, Map<String, String> ofStep)
      throws EvaluationError, CannotStart {
    return checkout(own.texts("with", step.with()), own.env(), ofStep, step.source());
  }

  private Task checkout(
      Map<String, String> with, Map<String, String> env, Map<String, String> ofStep, String source)
      throws CannotStart {
    try {
      Checkout checkout =
          Checkout.of(with, facts.contexts()::github, place.tree(), place.directory());
      boolean _ = facts.masks().add(checkout.token());
      ofStep.putAll(checkout.variables());
      Map<String, String> environment = facts.variables().of(env, ofStep);
      return new Task(
          Checkout.script(), ShellCommand.PLAIN_SH, place.directory(), environment, source);
    } catch (CheckoutRefused e) {
      throw new CannotStart(e.message(), source);
    }
  }
}
