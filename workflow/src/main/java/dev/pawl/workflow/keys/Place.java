package dev.pawl.workflow.keys;

/// A mapping of the language that has a fixed set of keys.
///
/// Each is one object, compared by identity.
public final class Place {

  // spotless:off
  public static final Place WORKFLOW           = outermost("top level", "at the top level");
  public static final Place ON                 = within("on", "on");
  public static final Place SCHEDULE           = within("on.schedule[*]", "schedule");
  public static final Place DISPATCH           = within("on.workflow_dispatch", "workflow_dispatch");
  public static final Place DISPATCH_INPUT     = within("on.workflow_dispatch.inputs.<id>", "inputs");
  public static final Place CALL               = within("on.workflow_call", "workflow_call");
  public static final Place CALL_INPUT         = within("on.workflow_call.inputs.<id>", "inputs");
  public static final Place CALL_SECRET        = within("on.workflow_call.secrets.<id>", "secrets");
  public static final Place CALL_OUTPUT        = within("on.workflow_call.outputs.<id>", "outputs");
  public static final Place PERMISSIONS        = within("permissions", "permissions");
  public static final Place DEFAULTS           = within("defaults", "defaults");
  public static final Place DEFAULTS_RUN       = within("defaults.run", "defaults.run");
  public static final Place CONCURRENCY        = within("concurrency", "concurrency");
  public static final Place RETRY              = within("retry", "retry");
  public static final Place BACKOFF            = within("retry.backoff", "backoff");
  public static final Place HOOKS              = within("hooks", "hooks");
  public static final Place HOOK               = within("hooks.<name>", "hooks");
  public static final Place RULE               = within("rules[*]", "rules");
  public static final Place JOB                = outermost("jobs.<id>", "in a job");
  public static final Place JOB_DEFAULTS       = within("jobs.<id>.defaults", "defaults");
  public static final Place JOB_DEFAULTS_RUN   = within("jobs.<id>.defaults.run", "defaults.run");
  public static final Place RUNS_ON            = within("jobs.<id>.runs-on", "runs-on");
  public static final Place ENVIRONMENT        = within("jobs.<id>.environment", "environment");
  public static final Place JOB_CONCURRENCY    = within("jobs.<id>.concurrency", "concurrency");
  public static final Place STRATEGY           = within("jobs.<id>.strategy", "strategy");
  public static final Place CONTAINER          = within("jobs.<id>.container", "container");
  public static final Place SERVICE            = within("jobs.<id>.services.<name>", "services");
  public static final Place CREDENTIALS        = within("jobs.<id>.container.credentials", "credentials");
  public static final Place SNAPSHOT           = within("jobs.<id>.snapshot", "snapshot");
  public static final Place APPROVAL           = within("jobs.<id>.approval", "approval");
  public static final Place JOB_RETRY          = within("jobs.<id>.retry", "retry");
  public static final Place JOB_HOOKS          = within("jobs.<id>.hooks", "hooks");
  public static final Place STEP               = outermost("jobs.<id>.steps[*]", "in a step");
  public static final Place STEP_RETRY         = within("jobs.<id>.steps[*].retry", "retry");
  public static final Place STEP_RETRY_ON      = within("jobs.<id>.steps[*].retry.on", "retry.on");
  public static final Place STEP_HOOKS         = within("jobs.<id>.steps[*].hooks", "hooks");
  public static final Place TOOL               = within("jobs.<id>.steps[*].tool", "tool");
  public static final Place ACTION             = outermost("action.yml", "in an action");
  public static final Place ACTION_INPUT       = within("inputs.<id>", "inputs");
  public static final Place ACTION_OUTPUT      = within("outputs.<id>", "outputs");
  public static final Place ACTION_RUNS        = within("runs", "runs");
  public static final Place ACTION_STEP        = outermost("runs.steps[*]", "in a step of an action");
  // spotless:on

  private final String path;
  private final String described;
  private final String prefix;

  private Place(String path, String described, String prefix) {
    this.path = path;
    this.described = described;
    this.prefix = prefix;
  }

  private static Place outermost(String path, String described) {
    return new Place(path, described, "");
  }

  private static Place within(String path, String name) {
    return new Place(path, "in `" + name + "`", name + ".");
  }

  /// The mapping of one event's filters.
  static Place ofEvent(String event) {
    return within("on." + event, "on." + event);
  }

  /// Where it is in a file, as the documentation says it.
  public String path() {
    return path;
  }

  /// As a message says it.
  public String described() {
    return described;
  }

  /// What stands before a key of this place where a message names it.
  public String prefix() {
    return prefix;
  }

  /// Whether other keys than the known ones may stand here, and mean nothing.
  public boolean isLoose() {
    return this == ACTION || this == ACTION_INPUT;
  }

  public boolean isStep() {
    return this == STEP || this == ACTION_STEP;
  }

  @Override
  public String toString() {
    return path;
  }
}
