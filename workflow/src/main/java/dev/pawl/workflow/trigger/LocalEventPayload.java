package dev.pawl.workflow.trigger;

import dev.pawl.expression.value.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// Makes up the payload of an event from a working tree, with the fields that workflows use most.
public final class LocalEventPayload {

  private final String event;
  private final String action;
  private final CommitInfo commit;
  private final String base;

  /// A payload for one event.
  ///
  /// @param action such as `opened`; empty for none
  /// @param base the target branch of a pull request
  public LocalEventPayload(String event, String action, CommitInfo commit, String base) {
    this.event = event;
    this.action = action;
    this.commit = commit;
    this.base = base;
  }

  public EventPayload payload() {
    DictBuilder fields = new DictBuilder();
    if (!action.isEmpty()) {
      fields.put("action", action);
    }
    switch (event) {
      case TriggerEvent.PUSH -> push(fields);
      case TriggerEvent.PULL_REQUEST, TriggerEvent.PULL_REQUEST_TARGET -> pullRequest(fields);
      case "merge_group" ->
          fields.put("merge_group", new DictBuilder().put("base_ref", GitRef.branch(base).full()));
      default -> fields.put("ref", commit.ref().full());
    }
    return new EventPayload(
        fields
            .put("repository", repository())
            .put("sender", new DictBuilder().put("login", commit.actor()))
            .dict());
  }

  private void push(DictBuilder fields) {
    fields
        .put("ref", commit.ref().full())
        .put("after", commit.sha())
        .put("deleted", false)
        .put("pusher", new DictBuilder().put("name", commit.actor()))
        .put(
            "head_commit",
            new DictBuilder().put("id", commit.sha()).put("message", commit.message()));
  }

  /// Adds a pull request. Its number is 0, which no forge assigns.
  private void pullRequest(DictBuilder fields) {
    DictBuilder repo = new DictBuilder().put("full_name", commit.repository()).put("fork", false);
    fields
        .put("number", 0)
        .put(
            "pull_request",
            new DictBuilder()
                .put("number", 0)
                .put("title", commit.message().lines().findFirst().orElse(""))
                .put("draft", false)
                .put("merged", false)
                .put("user", new DictBuilder().put("login", commit.actor()))
                .put(
                    "head",
                    new DictBuilder()
                        .put("ref", commit.ref().name())
                        .put("sha", commit.sha())
                        .put("repo", repo))
                .put("base", new DictBuilder().put("ref", base).put("repo", repo)));
  }

  private DictBuilder repository() {
    return new DictBuilder()
        .put("name", commit.name())
        .put("full_name", commit.repository())
        .put("owner", new DictBuilder().put("login", commit.owner()))
        .put("default_branch", commit.defaultBranch())
        .put("fork", false);
  }

  /// This payload, with the fields of `given` taking precedence.
  public EventPayload overriddenBy(EventPayload given) {
    return new EventPayload(merged(payload().fields(), given.fields()));
  }

  /// Merges recursively, as deep as `given` is; JSON that was parsed is not deep.
  private static Value.Dict merged(Value.Dict under, Value.Dict given) {
    SequencedMap<String, Value> fields = new LinkedHashMap<>(given.fields());
    under
        .fields()
        .forEach((name, value) -> {
          Value over = given.fields().get(name);
          if (over == null) {
            fields.put(name, value);
          } else if (over instanceof Value.Dict a && value instanceof Value.Dict b) {
            fields.replaceAll((key, old) -> key.equalsIgnoreCase(name) ? merged(b, a) : old);
          }
        });
    return new Value.Dict(fields);
  }
}
