package dev.pawl.workflow.keys;

/// A mapping of the language that has a fixed set of keys.
///
/// Each section is one object, compared by identity.
public final class KeySection {

  // spotless:off
  public static final KeySection WORKFLOW           = outermost("top level", "at the top level");
  public static final KeySection ON                 = within("on", "on");
  public static final KeySection SCHEDULE           = within("on.schedule[*]", "schedule");
  public static final KeySection DISPATCH           = within("on.workflow_dispatch", "workflow_dispatch");
  public static final KeySection DISPATCH_INPUT     = within("on.workflow_dispatch.inputs.<id>", "inputs");
  public static final KeySection CALL               = within("on.workflow_call", "workflow_call");
  public static final KeySection CALL_INPUT         = within("on.workflow_call.inputs.<id>", "inputs");
  public static final KeySection CALL_SECRET        = within("on.workflow_call.secrets.<id>", "secrets");
  public static final KeySection CALL_OUTPUT        = within("on.workflow_call.outputs.<id>", "outputs");
  public static final KeySection PERMISSIONS        = within("permissions", "permissions");
  public static final KeySection DEFAULTS           = within("defaults", "defaults");
  public static final KeySection DEFAULTS_RUN       = within("defaults.run", "defaults.run");
  public static final KeySection CONCURRENCY        = within("concurrency", "concurrency");
  public static final KeySection RETRY              = within("retry", "retry");
  public static final KeySection BACKOFF            = within("retry.backoff", "backoff");
  public static final KeySection HOOKS              = within("hooks", "hooks");
  public static final KeySection HOOK               = within("hooks.<name>", "hooks");
  public static final KeySection RULE               = within("rules[*]", "rules");
  public static final KeySection JOB                = outermost("jobs.<id>", "in a job");
  public static final KeySection JOB_DEFAULTS       = within("jobs.<id>.defaults", "defaults");
  public static final KeySection JOB_DEFAULTS_RUN   = within("jobs.<id>.defaults.run", "defaults.run");
  public static final KeySection RUNS_ON            = within("jobs.<id>.runs-on", "runs-on");
  public static final KeySection ENVIRONMENT        = within("jobs.<id>.environment", "environment");
  public static final KeySection JOB_CONCURRENCY    = within("jobs.<id>.concurrency", "concurrency");
  public static final KeySection STRATEGY           = within("jobs.<id>.strategy", "strategy");
  public static final KeySection CONTAINER          = within("jobs.<id>.container", "container");
  public static final KeySection SERVICE            = within("jobs.<id>.services.<name>", "services");
  public static final KeySection CREDENTIALS        = within("jobs.<id>.container.credentials", "credentials");
  public static final KeySection SNAPSHOT           = within("jobs.<id>.snapshot", "snapshot");
  public static final KeySection APPROVAL           = within("jobs.<id>.approval", "approval");
  public static final KeySection JOB_RETRY          = within("jobs.<id>.retry", "retry");
  public static final KeySection JOB_HOOKS          = within("jobs.<id>.hooks", "hooks");
  public static final KeySection STEP               = outermost("jobs.<id>.steps[*]", "in a step");
  public static final KeySection STEP_RETRY         = within("jobs.<id>.steps[*].retry", "retry");
  public static final KeySection STEP_RETRY_ON      = within("jobs.<id>.steps[*].retry.on", "retry.on");
  public static final KeySection STEP_HOOKS         = within("jobs.<id>.steps[*].hooks", "hooks");
  public static final KeySection TOOL               = within("jobs.<id>.steps[*].tool", "tool");
  public static final KeySection ACTION             = outermost("action.yml", "in an action");
  public static final KeySection ACTION_INPUT       = within("inputs.<id>", "inputs");
  public static final KeySection ACTION_OUTPUT      = within("outputs.<id>", "outputs");
  public static final KeySection ACTION_RUNS        = within("runs", "runs");
  public static final KeySection ACTION_STEP        = outermost("runs.steps[*]", "in a step of an action");
  public static final KeySection OPERATOR           = outermost("configuration", "in the configuration");
  public static final KeySection TOOL_PROFILE       = within("tools.<name>", "tools");
  // spotless:on

  private final String path;
  private final String described;
  private final String prefix;

  private KeySection(String path, String described, String prefix) {
    this.path = path;
    this.described = described;
    this.prefix = prefix;
  }

  private static KeySection outermost(String path, String described) {
    return new KeySection(path, described, "");
  }

  private static KeySection within(String path, String name) {
    return new KeySection(path, "in `" + name + "`", name + ".");
  }

  /// The section of one event's filters.
  static KeySection ofEvent(String event) {
    return within("on." + event, "on." + event);
  }

  /// Its path in a file, for the reference.
  public String path() {
    return path;
  }

  /// Its description in messages.
  public String described() {
    return described;
  }

  /// The prefix of its keys in messages.
  public String prefix() {
    return prefix;
  }

  /// Whether unknown keys are allowed here and ignored with a warning.
  public boolean allowsUnknownKeys() {
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
