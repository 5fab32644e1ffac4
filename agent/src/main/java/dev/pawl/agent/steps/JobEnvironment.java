package dev.pawl.agent.steps;

import dev.pawl.agent.contexts.EvaluationContext;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.contexts.JobContexts;
import dev.pawl.agent.contexts.StepScope;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.limits.OutputBudget;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// The contexts, variables and secrets that all steps of a job share. Steps add to them.
///
/// @param scope the scope of the job's own steps, outside of composite actions
/// @param outputs the space for the outputs of steps
public record JobEnvironment(
    JobMemoryLimits limits,
    SecretMasks masks,
    JobContexts contexts,
    StepScope scope,
    JobVariables variables,
    OutputBudget outputs) {

  /// The environment of a dispatched job, before its first step.
  ///
  /// @param commit the run's commit; empty if the dispatch has it, or if there is none
  /// @throws EvaluationError if the job's variables cannot be evaluated
  public static JobEnvironment of(
      JobDispatch dispatch, JobWorkspace workspace, SecretMasks masks, String commit)
      throws IOException, EvaluationError {
    JobMemoryLimits limits = JobMemoryLimits.DEFAULT;
    Path event = workspace.event();
    var contexts =
        new JobContexts(
            dispatch.inputs().contexts(),
            dispatch.inputs().secrets(),
            github(dispatch.inputs(), workspace, event, commit),
            runner(workspace),
            workspace.directory());
    workspace.write(event.getFileName().toString(), contexts.event());
    StepScope scope = StepScope.ofJob(contexts.inputs());
    var context =
        new EvaluationContext(
            contexts, scope, scope, () -> false, "", "job '%s'".formatted(dispatch.job().name()));
    ExpressionEvaluator env = new ExpressionEvaluator(context, Map.of());
    for (Map<String, String> layer : dispatch.job().body().env()) {
      env = env.withEnv(layer);
    }
    var variables =
        new JobVariables(workspace.environment(), env.env(), contexts.variables(), limits);
    return new JobEnvironment(limits, masks, contexts, scope, variables, new OutputBudget(limits));
  }

  private static Map<String, String> github(
      ServerMessage.JobInputs inputs, JobWorkspace workspace, Path event, String commit) {
    Map<String, String> github = new LinkedHashMap<>();
    if (!commit.isEmpty()) {
      github.put("sha", commit);
      github.put("workflow_sha", commit);
    }
    github.put("workspace", workspace.directory().toString());
    github.put("event_path", event.toString());
    String token = inputs.secrets().get("GITHUB_TOKEN");
    if (token != null) {
      github.put("token", token);
    }
    return github;
  }

  private static Map<String, String> runner(JobWorkspace workspace) {
    Map<String, String> runner = new LinkedHashMap<>();
    String name = workspace.host().name().get();
    runner.put(
        "name", name.isEmpty() ? workspace.environment().getOrDefault("HOSTNAME", "local") : name);
    runner.put("os", "Linux");
    runner.put("arch", architecture(System.getProperty("os.arch")));
    runner.put("environment", "self-hosted");
    runner.put("temp", workspace.temp().toString());
    runner.put("tool_cache", workspace.tools().toString());
    return runner;
  }

  /// The processor's name in GitHub's spelling.
  private static String architecture(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> "X64";
      case "aarch64" -> "ARM64";
      case "x86", "i386" -> "X86";
      default -> name.toUpperCase(java.util.Locale.ROOT);
    };
  }
}
