package dev.pawl.agent.contexts;

import dev.pawl.expression.value.Value;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The contexts that are the same for all steps of a job: those of the dispatch, and those that the
/// agent adds about its machine.
public final class JobContexts {

  /// The fields of `github` that the processes of a step see as variables.
  private static final List<String> VARIABLES =
      List.of(
          "action",
          "action_path",
          "actor",
          "actor_id",
          "api_url",
          "base_ref",
          "event_name",
          "event_path",
          "graphql_url",
          "head_ref",
          "job",
          "ref",
          "ref_name",
          "ref_protected",
          "ref_type",
          "repository",
          "repository_id",
          "repository_owner",
          "repository_owner_id",
          "retention_days",
          "run_attempt",
          "run_id",
          "run_number",
          "server_url",
          "sha",
          "triggering_actor",
          "workflow",
          "workflow_ref",
          "workflow_sha",
          "workspace");

  private static final Set<String> SENT =
      Set.of("github", "needs", "strategy", "matrix", "inputs", "vars");

  private final Map<String, Value.Dict> contexts = new LinkedHashMap<>();
  private final Path workspace;

  /// @param sent the contexts of the dispatch, as JSON
  /// @param github the fields that the agent adds to `github`
  /// @throws IllegalArgumentException if `sent` is not valid JSON
  public JobContexts(
      String sent,
      Map<String, String> secrets,
      Map<String, String> github,
      Map<String, String> runner,
      Path workspace) {
    this.workspace = workspace;
    Value all = Value.parseJson(sent);
    for (String name : SENT) {
      contexts.put(name, all instanceof Value.Dict dict ? field(dict, name) : TextValues.EMPTY);
    }
    contexts.put("secrets", TextValues.dict(secrets));
    Map<String, String> debug = isDebugging() ? Map.of("debug", "1") : Map.of();
    contexts.put("runner", TextValues.with(TextValues.dict(runner), debug));
    contexts.put("github", TextValues.with(named("github"), github));
  }

  private static Value.Dict field(Value.Dict dict, String name) {
    return dict.fields().get(name) instanceof Value.Dict field ? field : TextValues.EMPTY;
  }

  Path workspace() {
    return workspace;
  }

  Value.Dict named(String name) {
    return contexts.getOrDefault(name, TextValues.EMPTY);
  }

  /// The inputs of the workflow.
  public Value inputs() {
    return named("inputs");
  }

  /// The event that triggered the run, as JSON.
  public String event() {
    return field(named("github"), "event").json();
  }

  /// A field of `github`; empty if it does not exist.
  public String github(String name) {
    Value value = named("github").fields().get(name);
    return value == null ? "" : value.text();
  }

  /// Whether debug messages are shown.
  public boolean isDebugging() {
    return List.of("secrets", "vars").stream()
        .map(context -> named(context).fields().get("ACTIONS_STEP_DEBUG"))
        .anyMatch(value -> value != null && value.text().equals("true"));
  }

  /// The fields of `github` and `runner` as variables, for the processes of every step.
  public Map<String, String> variables() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("GITHUB_ACTIONS", "true");
    VARIABLES.forEach(name -> variable(variables, "github", name));
    named("runner").fields().keySet().forEach(name -> variable(variables, "runner", name));
    return variables;
  }

  private void variable(Map<String, String> variables, String context, String name) {
    Value value = named(context).fields().get(name);
    if (value != null && value.isPrimitive()) {
      String variable = (context + "_" + name).toUpperCase(java.util.Locale.ROOT);
      variables.put(variable, value.text());
    }
  }
}
