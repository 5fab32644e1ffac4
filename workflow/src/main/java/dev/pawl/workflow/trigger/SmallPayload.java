package dev.pawl.workflow.trigger;

import dev.pawl.expression.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// What a forge would say of an event, as far as a working tree tells: what workflows look at most.
public final class SmallPayload {

  private final String event;
  private final String action;
  private final Subject subject;
  private final String base;

  /// @param action as in `opened`; empty for none
  /// @param base the branch that a pull request is for
  public SmallPayload(String event, String action, Subject subject, String base) {
    this.event = event;
    this.action = action;
    this.subject = subject;
    this.base = base;
  }

  public Payload payload() {
    Fields fields = new Fields();
    if (!action.isEmpty()) {
      fields.put("action", action);
    }
    switch (event) {
      case Event.PUSH -> push(fields);
      case Event.PULL_REQUEST, Event.PULL_REQUEST_TARGET -> pullRequest(fields);
      case "merge_group" ->
          fields.put("merge_group", new Fields().put("base_ref", Ref.branch(base).full()));
      default -> fields.put("ref", subject.ref().full());
    }
    return new Payload(
        fields
            .put("repository", repository())
            .put("sender", new Fields().put("login", subject.actor()))
            .dict());
  }

  private void push(Fields fields) {
    fields
        .put("ref", subject.ref().full())
        .put("after", subject.sha())
        .put("deleted", false)
        .put("pusher", new Fields().put("name", subject.actor()))
        .put(
            "head_commit", new Fields().put("id", subject.sha()).put("message", subject.message()));
  }

  /// Its number is 0, which no forge gives.
  private void pullRequest(Fields fields) {
    Fields repo = new Fields().put("full_name", subject.repository()).put("fork", false);
    fields
        .put("number", 0)
        .put(
            "pull_request",
            new Fields()
                .put("number", 0)
                .put("title", subject.message().lines().findFirst().orElse(""))
                .put("draft", false)
                .put("merged", false)
                .put("user", new Fields().put("login", subject.actor()))
                .put(
                    "head",
                    new Fields()
                        .put("ref", subject.ref().name())
                        .put("sha", subject.sha())
                        .put("repo", repo))
                .put("base", new Fields().put("ref", base).put("repo", repo)));
  }

  private Fields repository() {
    return new Fields()
        .put("name", subject.name())
        .put("full_name", subject.repository())
        .put("owner", new Fields().put("login", subject.owner()))
        .put("default_branch", subject.defaultBranch())
        .put("fork", false);
  }

  /// This one, with what `given` says in its place.
  public Payload under(Payload given) {
    return new Payload(merged(payload().fields(), given.fields()));
  }

  /// As deep as `given` is; JSON that was read is not deep.
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
