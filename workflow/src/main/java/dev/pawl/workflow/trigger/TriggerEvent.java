package dev.pawl.workflow.trigger;

/// An event that may start workflows.
///
/// @param name `push`, `pull_request`, …
/// @param action its activity type, such as `opened`; empty where the event has none or it is not
///   known, and then `types` is not checked
/// @param ref what was pushed; for `workflow_run`, the branch that the other workflow ran for
/// @param base the target branch of a pull request or a merge group; empty for other events
/// @param source for `workflow_run` the workflow that ran, for `schedule` the cron line; empty for
///   other events
public record TriggerEvent(
    String name, String action, GitRef ref, String base, String source, ChangedPaths changes) {

  public static final String PUSH = "push";
  public static final String PULL_REQUEST = "pull_request";
  public static final String PULL_REQUEST_TARGET = "pull_request_target";
  public static final String WORKFLOW_DISPATCH = "workflow_dispatch";
  public static final String WORKFLOW_CALL = "workflow_call";
  public static final String WORKFLOW_RUN = "workflow_run";
  public static final String SCHEDULE = "schedule";

  public static TriggerEvent push(GitRef ref, ChangedPaths changes) {
    return new TriggerEvent(PUSH, "", ref, "", "", changes);
  }

  public static TriggerEvent pullRequest(String action, String base, ChangedPaths changes) {
    return new TriggerEvent(PULL_REQUEST, action, GitRef.NONE, base, "", changes);
  }

  /// For people: `push to main`, `pull_request (opened) into main`.
  @Override
  public String toString() {
    String typed = action.isEmpty() ? name : name + " (" + action + ")";
    if (!base.isEmpty()) {
      return typed + " into " + base;
    }
    if (!name.equals(PUSH)) {
      return typed;
    }
    return ref.kind() == GitRef.Kind.NONE ? typed + " without a branch" : typed + " to " + ref;
  }
}
