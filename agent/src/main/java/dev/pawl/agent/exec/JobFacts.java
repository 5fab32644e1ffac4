package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.Evaluation;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.JobContexts;
import dev.pawl.agent.contexts.Scope;
import dev.pawl.agent.contexts.Surroundings;
import dev.pawl.agent.mask.Masks;
import dev.pawl.protocol.FromServer;
import dev.pawl.protocol.FromServer.JobDispatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is known of a job before its first step, and what its steps add to it.
record JobFacts(Masks masks, JobContexts contexts, Scope scope, JobVariables variables) {

  /// @throws EvaluationError if the job's variables cannot be evaluated
  static JobFacts of(JobDispatch dispatch, Workspace.Place place, Masks masks)
      throws IOException, EvaluationError {
    FromServer.Job job = dispatch.job();
    Path event = place.scripts().resolve("event.json");
    var contexts =
        new JobContexts(
            job.contexts(),
            job.secrets(),
            github(job, place, event),
            runner(place),
            place.directory());
    place.write("event.json", contexts.event());
    Scope scope = Scope.ofJob(contexts.inputs());
    var around =
        new Surroundings(contexts, scope, scope, () -> false, "", "job '%s'".formatted(job.name()));
    Evaluation env = new Evaluation(around, Map.of());
    for (Map<String, String> layer : job.env()) {
      env = env.within(layer);
    }
    var variables = new JobVariables(place.environment(), env.env(), contexts.variables());
    return new JobFacts(masks, contexts, scope, variables);
  }

  private static Map<String, String> github(FromServer.Job job, Workspace.Place place, Path event) {
    Map<String, String> github = new LinkedHashMap<>();
    github.put("workspace", place.directory().toString());
    github.put("event_path", event.toString());
    String token = job.secrets().get("GITHUB_TOKEN");
    if (token != null) {
      github.put("token", token);
    }
    return github;
  }

  private static Map<String, String> runner(Workspace.Place place) {
    Map<String, String> runner = new LinkedHashMap<>();
    String name = place.hosting().name();
    runner.put(
        "name", name.isEmpty() ? place.environment().getOrDefault("HOSTNAME", "local") : name);
    runner.put("os", "Linux");
    runner.put("arch", architecture(System.getProperty("os.arch")));
    runner.put("environment", "self-hosted");
    runner.put("temp", place.temp().toString());
    runner.put("tool_cache", place.tools().toString());
    return runner;
  }

  /// As GitHub names it.
  private static String architecture(String name) {
    return switch (name) {
      case "amd64", "x86_64" -> "X64";
      case "aarch64" -> "ARM64";
      case "x86", "i386" -> "X86";
      default -> name.toUpperCase(java.util.Locale.ROOT);
    };
  }
}
