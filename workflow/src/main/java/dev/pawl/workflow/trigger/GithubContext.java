package dev.pawl.workflow.trigger;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Builds the `github` context as far as it is known before there is a run. The fields of the run
/// (id, number, attempt) and of a job (id, workspace) are added later.
public final class GithubContext {

  private static final String PUBLIC_SERVER = "https://github.com";

  /// The context of an event.
  ///
  /// @param workflow the workflow's name
  /// @param file its file, from the repository's root
  public static Value.Dict of(
      TriggerEvent event, EventPayload payload, CommitInfo commit, String workflow, String file) {
    DictBuilder fields =
        new DictBuilder()
            .put("event_name", event.name())
            .put("event", payload.fields())
            .put("sha", commit.sha())
            .put("repository", commit.repository())
            .put("repository_owner", commit.owner())
            .put("actor", commit.actor())
            .put("triggering_actor", commit.actor())
            .put("workflow", workflow)
            .put("workflow_sha", commit.sha());
    refs(fields, event, payload, commit, file);
    urls(fields, commit);
    return fields.dict();
  }

  /// The context with the run's id, which is often used to name a concurrency group.
  public static Value.Dict ofRun(Value.Dict github, String run) {
    SequencedMap<String, Value> fields = new LinkedHashMap<>(github.fields());
    fields.put("run_id", new Value.Text(run));
    return new Value.Dict(fields);
  }

  private static void refs(
      DictBuilder fields,
      TriggerEvent event,
      EventPayload payload,
      CommitInfo commit,
      String file) {
    boolean isPullRequest = event.name().equals(TriggerEvent.PULL_REQUEST);
    GitRef ref = ref(event, commit);
    String merge = payload.text("number") + "/merge";
    String full = isPullRequest ? "refs/pull/" + merge : ref.full();
    fields
        .put("ref", full)
        .put("ref_name", isPullRequest ? merge : ref.name())
        .put("ref_type", isPullRequest ? GitRef.Kind.BRANCH.label() : ref.kind().label())
        .put("ref_protected", false)
        .put("head_ref", payload.text("pull_request", "head", "ref"))
        .put("base_ref", payload.text("pull_request", "base", "ref"))
        .put("workflow_ref", commit.repository() + "/" + file + "@" + full);
  }

  private static GitRef ref(TriggerEvent event, CommitInfo commit) {
    if (event.name().equals(TriggerEvent.PULL_REQUEST_TARGET)) {
      return GitRef.branch(event.base());
    }
    boolean isPush = event.name().equals(TriggerEvent.PUSH);
    return isPush && event.ref().kind() != GitRef.Kind.NONE ? event.ref() : commit.ref();
  }

  private static void urls(DictBuilder fields, CommitInfo commit) {
    String server = commit.server();
    boolean isPublic = server.equals(PUBLIC_SERVER);
    String api = isPublic ? "https://api.github.com" : server.isEmpty() ? "" : server + "/api/v3";
    fields
        .put("server_url", server)
        .put("repositoryUrl", commit.url())
        .put("api_url", api)
        .put(
            "graphql_url",
            isPublic ? api + "/graphql" : server.isEmpty() ? "" : server + "/api/graphql");
  }

  private GithubContext() {}
}
