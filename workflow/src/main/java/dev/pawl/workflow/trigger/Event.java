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
public record Event(
    String name, String action, Ref ref, String base, String source, Changes changes) {

  public static final String PUSH = "push";
  public static final String PULL_REQUEST = "pull_request";
  public static final String PULL_REQUEST_TARGET = "pull_request_target";
  public static final String WORKFLOW_DISPATCH = "workflow_dispatch";
  public static final String WORKFLOW_CALL = "workflow_call";
  public static final String WORKFLOW_RUN = "workflow_run";
  public static final String SCHEDULE = "schedule";

  public static Event push(Ref ref, Changes changes) {
    return new Event(PUSH, "", ref, "", "", changes);
  }

  public static Event pullRequest(String action, String base, Changes changes) {
    return new Event(PULL_REQUEST, action, Ref.NONE, base, "", changes);
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
