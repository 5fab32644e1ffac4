package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeyDefinition.required;
import static dev.pawl.workflow.keys.KeySection.APPROVAL;
import static dev.pawl.workflow.keys.KeySection.CONTAINER;
import static dev.pawl.workflow.keys.KeySection.ENVIRONMENT;
import static dev.pawl.workflow.keys.KeySection.JOB;
import static dev.pawl.workflow.keys.KeySection.JOB_CONCURRENCY;
import static dev.pawl.workflow.keys.KeySection.JOB_DEFAULTS;
import static dev.pawl.workflow.keys.KeySection.JOB_DEFAULTS_RUN;
import static dev.pawl.workflow.keys.KeySection.JOB_HOOKS;
import static dev.pawl.workflow.keys.KeySection.JOB_RETRY;
import static dev.pawl.workflow.keys.KeySection.RUNS_ON;
import static dev.pawl.workflow.keys.KeySection.SERVICE;
import static dev.pawl.workflow.keys.KeySection.SNAPSHOT;
import static dev.pawl.workflow.keys.KeySection.STEP;
import static dev.pawl.workflow.keys.KeySection.STRATEGY;
import static dev.pawl.workflow.keys.KeyStatus.JOB_REJECTED;
import static dev.pawl.workflow.keys.KeyStatus.NO_EFFECT;
import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.ValueShapes.ANYTHING;
import static dev.pawl.workflow.keys.ValueShapes.BOOLEAN;
import static dev.pawl.workflow.keys.ValueShapes.COMPUTED;
import static dev.pawl.workflow.keys.ValueShapes.TEXT;
import static dev.pawl.workflow.keys.ValueShapes.WORD;
import static dev.pawl.workflow.keys.ValueShapes.WORDS;
import static dev.pawl.workflow.keys.ValueShapes.choice;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.oneOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import java.util.List;

/// The keys of a job.
final class JobKeys {

  private static final ValueShape MINUTES = scalar(ScalarFormat.MINUTES);
  private static final ValueShape COUNT = scalar(ScalarFormat.COUNT);
  private static final ValueShape CONDITION = scalar(ScalarFormat.CONDITION);
  private static final ValueShape DURATION = scalar(ScalarFormat.DURATION);
  private static final ValueShape SCRIPT = scalar(ScalarFormat.SCRIPT);
  private static final ValueShape HOOK = WorkflowKeys.HOOK_SHAPE;
  private static final ValueShape RUNS_ON_SHAPE = oneOf(WORD, listOf(WORD), fields(RUNS_ON));
  private static final ValueShape MATRIX =
      oneOf(COMPUTED, mapOf(oneOf(COMPUTED, listOf(ANYTHING))));
  private static final ValueShape SERVICES = mapOf(oneOf(WORD, fields(SERVICE)));
  private static final String CONTAINERS = "this version does not run containers";

  // spotless:off
  static final List<KeyDefinition> ROWS = List.of(
      //       section           key                       status        shape                                  expressions                       note
      key(     JOB,              "name",                   SUPPORTED,    TEXT,                                  ContextAvailability.JOB,          "the display name (default: the job's id)"),
      key(     JOB,              "runs-on",                SUPPORTED,    RUNS_ON_SHAPE,                         ContextAvailability.JOB,          "the labels that an agent must have; required unless the job `uses` a workflow"),
      key(     JOB,              "needs",                  SUPPORTED,    WORDS,                                 NONE,                             "the jobs that must end before this one"),
      key(     JOB,              "if",                     SUPPORTED,    CONDITION,                             ContextAvailability.JOB_IF,       "the condition under which the job runs"),
      key(     JOB,              "permissions",            NO_EFFECT,    PermissionKeys.SHAPE,                  NONE,                             "Pawl gives jobs no token, so there is nothing to limit"),
      key(     JOB,              "env",                    SUPPORTED,    mapOf(TEXT),                           ContextAvailability.JOB_SECRETS,  "environment of the job's steps, overrides the workflow's"),
      key(     JOB,              "defaults",               SUPPORTED,    fields(JOB_DEFAULTS),                  NONE,                             "shell and working directory of steps that set none"),
      key(     JOB,              "timeout-minutes",        SUPPORTED,    MINUTES,                               ContextAvailability.JOB,          "the timeout of the job's steps (default 360)"),
      key(     JOB,              "cancel-timeout-minutes", SUPPORTED,    MINUTES,                               ContextAvailability.JOB,          "the grace period in minutes, if there is no `grace-period`"),
      key(     JOB,              "grace-period",           SUPPORTED,    DURATION,                              NONE,                             "time between SIGTERM and SIGKILL of a cancelled step (default 30s)"),
      key(     JOB,              "steps",                  SUPPORTED,    listOf(fields(STEP)),                  NONE,                             "the steps, in order; required unless the job `uses` a workflow"),
      key(     JOB,              "outputs",                SUPPORTED,    mapOf(TEXT),                           ContextAvailability.OUTPUT,       "outputs for the jobs that need this one"),
      key(     JOB,              "strategy",               SUPPORTED,    fields(STRATEGY),                      NONE,                             "a job for each cell of a matrix"),
      key(     JOB,              "continue-on-error",      SUPPORTED,    BOOLEAN,                               ContextAvailability.JOB,          "whether the run may succeed if the job fails"),
      key(     JOB,              "concurrency",            SUPPORTED,    oneOf(WORD, fields(JOB_CONCURRENCY)),  ContextAvailability.JOB,          "limits how many jobs of a group are active; with `uses` it has no effect, with a warning"),
      key(     JOB,              "environment",            SUPPORTED,    oneOf(TEXT, fields(ENVIRONMENT)),      ContextAvailability.JOB,          "the environment that the job deploys to; the job is then retried only if it has `retry`; environments have no protection rules yet, use `approval` and `wait`"),
      key(     JOB,              "uses",                   SUPPORTED,    WORD,                                  NONE,                             "a reusable workflow as the job: `./` and its path"),
      key(     JOB,              "with",                   SUPPORTED,    mapOf(TEXT),                           ContextAvailability.JOB,          "the inputs of a reusable workflow"),
      key(     JOB,              "secrets",                SUPPORTED,    oneOf(choice("inherit"), mapOf(TEXT)), ContextAvailability.JOB_SECRETS,  "the secrets of a reusable workflow"),
      key(     JOB,              "approval",               SUPPORTED,    fields(APPROVAL),                      NONE,                             "the approvals that the job needs before it runs"),
      key(     JOB,              "wait",                   SUPPORTED,    DURATION,                              NONE,                             "a delay before the job is queued"),
      key(     JOB,              "priority",               SUPPORTED,    scalar(ScalarFormat.INTEGER),          NONE,                             "jobs with a higher priority get agents first; ten minutes of waiting count as one more (default 0)"),
      key(     JOB,              "retry",                  SUPPORTED,    fields(JOB_RETRY),                     NONE,                             "when a failed job is retried"),
      key(     JOB,              "hooks",                  SUPPORTED,    fields(JOB_HOOKS),                     NONE,                             "scripts around steps, and after success, failure or cancel"),
      key(     JOB,              "container",              JOB_REJECTED, oneOf(TEXT, fields(CONTAINER)),        ContextAvailability.JOB,          CONTAINERS),
      key(     JOB,              "services",               JOB_REJECTED, SERVICES,                              ContextAvailability.JOB,          CONTAINERS),
      key(     JOB,              "snapshot",               JOB_REJECTED, oneOf(WORD, fields(SNAPSHOT)),         ContextAvailability.JOB,          "this version does not make images"),

      key(     JOB_DEFAULTS,     "run",                    SUPPORTED,    fields(JOB_DEFAULTS_RUN),              NONE,                             "defaults of steps that `run`"),
      key(     JOB_DEFAULTS_RUN, "shell",                  SUPPORTED,    WORD,                                  ContextAvailability.JOB_DEFAULTS, "`bash`, `sh`, `python`, or a command with `{0}` for the script's file"),
      key(     JOB_DEFAULTS_RUN, "working-directory",      SUPPORTED,    WORD,                                  ContextAvailability.JOB_DEFAULTS, "relative to the workspace"),

      key(     RUNS_ON,          "group",                  SUPPORTED,    WORD,                                  ContextAvailability.JOB,          "the group that the agent must belong to"),
      key(     RUNS_ON,          "labels",                 SUPPORTED,    WORDS,                                 ContextAvailability.JOB,          "the labels that the agent must have"),

      required(ENVIRONMENT,      "name",                   SUPPORTED,    TEXT,                                  ContextAvailability.JOB,          "the name of the environment"),
      key(     ENVIRONMENT,      "url",                    NO_EFFECT,    TEXT,                                  ContextAvailability.URL,          "deployments are not shown yet"),
      key(     ENVIRONMENT,      "deployment",             NO_EFFECT,    BOOLEAN,                               ContextAvailability.JOB,          "deployments are not shown yet"),

      key(     JOB_CONCURRENCY,  "group",                  SUPPORTED,    WORD,                                  ContextAvailability.JOB,          "the group's name: its members wait for each other"),
      key(     JOB_CONCURRENCY,  "group-command",          SUPPORTED,    SCRIPT,                                ContextAvailability.JOB,          "instead of `group`: a command that the agent runs before the job starts; the last line that it prints is the group's name"),
      key(     JOB_CONCURRENCY,  "cancel-in-progress",     SUPPORTED,    BOOLEAN,                               ContextAvailability.JOB,          "whether a new member cancels the active ones (default false)"),
      key(     JOB_CONCURRENCY,  "queue",                  SUPPORTED,    WorkflowKeys.QUEUE,                    NONE,                             "who may wait: `newest` (or `single`) keeps only the newest, `max` keeps all (default newest)"),
      key(     JOB_CONCURRENCY,  "max",                    SUPPORTED,    COUNT,                                 NONE,                             "how many members of the group run at the same time (default 1)"),

      key(     STRATEGY,         "matrix",                 SUPPORTED,    MATRIX,                                ContextAvailability.STRATEGY,     "lists by name; each combination is a cell; `include` adds cells, `exclude` removes some"),
      key(     STRATEGY,         "fail-fast",              SUPPORTED,    BOOLEAN,                               ContextAvailability.STRATEGY,     "whether a failed cell cancels the others (default true)"),
      key(     STRATEGY,         "max-parallel",           SUPPORTED,    COUNT,                                 ContextAvailability.STRATEGY,     "how many cells may run at the same time"),

      key(     APPROVAL,         "reviewers",              SUPPORTED,    WORDS,                                 NONE,                             "who may approve: users, or teams such as `team:ops` (default: anybody but the user who started the run)"),
      key(     APPROVAL,         "required",               SUPPORTED,    COUNT,                                 NONE,                             "how many approvals are needed (default 1)"),
      key(     APPROVAL,         "expires",                SUPPORTED,    DURATION,                              NONE,                             "how long the job waits for approvals (default 24h)"),

      required(JOB_RETRY,        "max",                    SUPPORTED,    scalar(ScalarFormat.COUNT_OR_ZERO),    NONE,                             "the maximum number of retries; 0: never, not even for the classes that are retried by default"),
      key(     JOB_RETRY,        "on",                     SUPPORTED,    listOf(EnumKeywords.SHAPE),            NONE,                             "the failure classes that are retried (default `lost` `infra` `startup` `fetch` `flaky`)"),
      key(     JOB_RETRY,        "backoff",                SUPPORTED,    WorkflowKeys.BACKOFF_SHAPE,            NONE,                             "the wait before each retry (default 5s, doubled each time, at most 5m)"),

      key(     JOB_HOOKS,        "before-step",            PART,         HOOK,                                  ContextAvailability.STEP,         "before each step"),
      key(     JOB_HOOKS,        "after-step",             PART,         HOOK,                                  ContextAvailability.STEP,         "after each step"),
      key(     JOB_HOOKS,        "on-success",             PART,         HOOK,                                  ContextAvailability.STEP,         "after the steps of a job that succeeded"),
      key(     JOB_HOOKS,        "on-failure",             PART,         HOOK,                                  ContextAvailability.STEP,         "after the steps of a job that failed or timed out"),
      key(     JOB_HOOKS,        "on-cancel",              PART,         HOOK,                                  ContextAvailability.STEP,         "when the job is cancelled"),
      key(     JOB_HOOKS,        "cleanup",                PART,         HOOK,                                  ContextAvailability.STEP,         "always, after the other hooks"));
  // spotless:on

  private JobKeys() {}
}
