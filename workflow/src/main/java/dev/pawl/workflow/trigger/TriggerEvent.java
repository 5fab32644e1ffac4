package dev.pawl.workflow.trigger;

/// Something that happened and that workflows may ask for in their `on`.
///
/// @param name `push`, `pull_request`, …
/// @param action what of it, as in `opened`; empty where the event has none or nobody knows, and
///   then `types` asks for nothing
/// @param ref what was pushed; for `workflow_run`, the branch that the other workflow ran for
/// @param base the branch that a pull request or a merge group is for; empty elsewhere
/// @param source the workflow that ran, for `workflow_run`; the cron line, for `schedule`; empty
///   elsewhere
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
    return name.equals(PUSH) ? typed + " to " + ref : typed;
  }
}
