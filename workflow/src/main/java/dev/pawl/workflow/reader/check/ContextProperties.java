package dev.pawl.workflow.reader.check;

import java.util.List;
import java.util.Map;

/// The properties of the contexts that are the same in every workflow.
final class ContextProperties {

  static final Map<String, List<String>> OF =
      Map.of(
          "github",
          List.of(
              "action",
              "action_path",
              "action_ref",
              "action_repository",
              "action_status",
              "actor",
              "actor_id",
              "api_url",
              "base_ref",
              "env",
              "event",
              "event_name",
              "event_path",
              "graphql_url",
              "head_ref",
              "job",
              "output",
              "path",
              "ref",
              "ref_name",
              "ref_protected",
              "ref_type",
              "repository",
              "repository_id",
              "repository_owner",
              "repository_owner_id",
              "repository_visibility",
              "repositoryUrl",
              "retention_days",
              "run_attempt",
              "run_id",
              "run_number",
              "secret_source",
              "server_url",
              "sha",
              "state",
              "step_summary",
              "token",
              "triggering_actor",
              "workflow",
              "workflow_ref",
              "workflow_sha",
              "workspace"),
          "runner",
          List.of("arch", "debug", "environment", "name", "os", "temp", "tool_cache", "workspace"),
          "job",
          List.of(
              "check_run_id",
              "container",
              "services",
              "status",
              "workflow_file_path",
              "workflow_ref",
              "workflow_repository",
              "workflow_sha"),
          "strategy",
          List.of("fail-fast", "job-index", "job-total", "max-parallel"));

  private ContextProperties() {}
}
