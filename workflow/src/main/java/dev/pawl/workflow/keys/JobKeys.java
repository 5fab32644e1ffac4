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
  private static final String CONTAINERS = "this version runs no containers";

  // spotless:off
  static final List<KeyDefinition> ROWS = List.of(
      //       place             key                       status          shape                               expressions          note
      key(     JOB,              "name",                   SUPPORTED,      TEXT,                               ContextAvailability.JOB,           "what people see; the job's id if there is none"),
      key(     JOB,              "runs-on",                SUPPORTED,      RUNS_ON_SHAPE,                      ContextAvailability.JOB,           "the labels that an agent must have; required unless the job `uses` a workflow"),
      key(     JOB,              "needs",                  SUPPORTED,      WORDS,                              NONE,                "the jobs that must end before this one"),
      key(     JOB,              "if",                     SUPPORTED,      CONDITION,                          ContextAvailability.JOB_IF,        "the condition under which the job runs"),
      key(     JOB,              "permissions",            NO_EFFECT, PermissionKeys.SHAPE,               NONE,                "jobs are given no token that could be limited"),
      key(     JOB,              "env",                    SUPPORTED,      mapOf(TEXT),                        ContextAvailability.JOB_SECRETS,   "environment of the job's steps, over the workflow's"),
      key(     JOB,              "defaults",               SUPPORTED,      fields(JOB_DEFAULTS),               NONE,                "shell and working directory of steps that name none"),
      key(     JOB,              "timeout-minutes",        SUPPORTED,      MINUTES,                            ContextAvailability.JOB,           "how long the steps may take; 360"),
      key(     JOB,              "cancel-timeout-minutes", SUPPORTED,      MINUTES,                            ContextAvailability.JOB,           "the grace period in minutes, where there is no `grace-period`"),
      key(     JOB,              "grace-period",           SUPPORTED,      DURATION,                           NONE,                "between SIGTERM and SIGKILL of a cancelled step; 30s"),
      key(     JOB,              "steps",                  SUPPORTED,      listOf(fields(STEP)),               NONE,                "what the job does, in order; required unless the job `uses` a workflow"),
      key(     JOB,              "outputs",                SUPPORTED,      mapOf(TEXT),                        ContextAvailability.OUTPUT,        "values for the jobs that need this one"),
      key(     JOB,              "strategy",               SUPPORTED,      fields(STRATEGY),                   NONE,                "a job for each cell of a matrix"),
      key(     JOB,              "continue-on-error",      SUPPORTED,      BOOLEAN,                            ContextAvailability.JOB,           "whether the run may succeed where the job fails"),
      key(     JOB,              "concurrency",            SUPPORTED,      oneOf(WORD, fields(JOB_CONCURRENCY)), ContextAvailability.JOB,         "how many jobs of a group may be active; beside `uses` it has no effect, with a warning"),
      key(     JOB,              "environment",            SUPPORTED,      oneOf(TEXT, fields(ENVIRONMENT)),   ContextAvailability.JOB,           "where the job deploys to: it is tried again only if its `retry` says so; environments protect nothing by themselves yet, `approval` and `wait` do"),
      key(     JOB,              "uses",                   SUPPORTED,      WORD,                               NONE,                "a reusable workflow as the job: `./` and its path"),
      key(     JOB,              "with",                   SUPPORTED,      mapOf(TEXT),                        ContextAvailability.JOB,           "the inputs of a reusable workflow"),
      key(     JOB,              "secrets",                SUPPORTED,      oneOf(choice("inherit"), mapOf(TEXT)), ContextAvailability.JOB_SECRETS, "the secrets of a reusable workflow"),
      key(     JOB,              "approval",               SUPPORTED,      fields(APPROVAL),                   NONE,                "who must agree before the job runs"),
      key(     JOB,              "wait",                   SUPPORTED,      DURATION,                           NONE,                "how long the job waits before it is queued"),
      key(     JOB,              "priority",               SUPPORTED,      scalar(ScalarFormat.INTEGER),             NONE,                "which job goes first where agents are few: the higher, and ten minutes of waiting count as one more; 0"),
      key(     JOB,              "retry",                  SUPPORTED,      fields(JOB_RETRY),                  NONE,                "when a failed job is tried again"),
      key(     JOB,              "hooks",                  SUPPORTED,      fields(JOB_HOOKS),                  NONE,                "scripts around steps, and after success, failure or cancel"),
      key(     JOB,              "container",              JOB_REJECTED,        oneOf(TEXT, fields(CONTAINER)),     ContextAvailability.JOB,           CONTAINERS),
      key(     JOB,              "services",               JOB_REJECTED,        SERVICES,                           ContextAvailability.JOB,           CONTAINERS),
      key(     JOB,              "snapshot",               JOB_REJECTED,        oneOf(WORD, fields(SNAPSHOT)),      ContextAvailability.JOB,           "this version makes no images"),

      key(     JOB_DEFAULTS,     "run",                    SUPPORTED,      fields(JOB_DEFAULTS_RUN),           NONE,                "defaults of steps that `run`"),
      key(     JOB_DEFAULTS_RUN, "shell",                  SUPPORTED,      WORD,                               ContextAvailability.JOB_DEFAULTS,  "`bash`, `sh`, `python`, or a command with `{0}` for the script's file"),
      key(     JOB_DEFAULTS_RUN, "working-directory",      SUPPORTED,      WORD,                               ContextAvailability.JOB_DEFAULTS,  "relative to the workspace"),

      key(     RUNS_ON,          "group",                  SUPPORTED,      WORD,                               ContextAvailability.JOB,           "the group that the agent must be of"),
      key(     RUNS_ON,          "labels",                 SUPPORTED,      WORDS,                              ContextAvailability.JOB,           "the labels that it must have"),

      required(ENVIRONMENT,      "name",                   SUPPORTED,      TEXT,                               ContextAvailability.JOB,           "which environment"),
      key(     ENVIRONMENT,      "url",                    NO_EFFECT, TEXT,                               ContextAvailability.URL,           "deployments are not shown yet"),
      key(     ENVIRONMENT,      "deployment",             NO_EFFECT, BOOLEAN,                            ContextAvailability.JOB,           "deployments are not shown yet"),

      key(     JOB_CONCURRENCY,  "group",                  SUPPORTED,      WORD,                               ContextAvailability.JOB,           "which group: those of the same name share its places"),
      key(     JOB_CONCURRENCY,  "group-command",          SUPPORTED,      SCRIPT,                             ContextAvailability.JOB,           "instead of `group`: a command on the agent, before the job starts; the last line that it prints is the group's name"),
      key(     JOB_CONCURRENCY,  "cancel-in-progress",     SUPPORTED,      BOOLEAN,                            ContextAvailability.JOB,           "whether a newcomer cancels who is there; false"),
      key(     JOB_CONCURRENCY,  "queue",                  SUPPORTED,      WorkflowKeys.QUEUE,                 NONE,                "who may wait: `newest` (also written `single`), one, which a newer one replaces; `max`, all of them; newest"),
      key(     JOB_CONCURRENCY,  "max",                    SUPPORTED,      COUNT,                              NONE,                "how many places the group has; 1"),

      key(     STRATEGY,         "matrix",                 SUPPORTED,      MATRIX,                             ContextAvailability.STRATEGY,      "lists by name, of which each combination is a cell; `include` adds cells, `exclude` removes some"),
      key(     STRATEGY,         "fail-fast",              SUPPORTED,      BOOLEAN,                            ContextAvailability.STRATEGY,      "whether a cell that fails cancels the others; true"),
      key(     STRATEGY,         "max-parallel",           SUPPORTED,      COUNT,                              ContextAvailability.STRATEGY,      "how many cells may be with agents at a time"),

      key(     APPROVAL,         "reviewers",              SUPPORTED,      WORDS,                              NONE,                "who may approve: people, or teams as `team:ops`; anybody but who started the run"),
      key(     APPROVAL,         "required",               SUPPORTED,      COUNT,                              NONE,                "how many of them must; 1"),
      key(     APPROVAL,         "expires",                SUPPORTED,      DURATION,                           NONE,                "how long they have; 24h"),

      required(JOB_RETRY,        "max",                    SUPPORTED,      COUNT,                              NONE,                "how many further attempts there may be"),
      key(     JOB_RETRY,        "on",                     SUPPORTED,      listOf(EnumKeywords.SHAPE),       NONE,                "the classes of failure that are retried; `lost` `infra` `startup` `fetch` `flaky`"),
      key(     JOB_RETRY,        "backoff",                SUPPORTED,      WorkflowKeys.BACKOFF_SHAPE,         NONE,                "how long to wait before each; 5s, doubled each time, at most 5m"),

      key(     JOB_HOOKS,        "before-step",            PART,           HOOK,                               ContextAvailability.STEP,          "before each step"),
      key(     JOB_HOOKS,        "after-step",             PART,           HOOK,                               ContextAvailability.STEP,          "after each step"),
      key(     JOB_HOOKS,        "on-success",             PART,           HOOK,                               ContextAvailability.STEP,          "after the steps of a job that succeeded"),
      key(     JOB_HOOKS,        "on-failure",             PART,           HOOK,                               ContextAvailability.STEP,          "after the steps of a job that failed or took too long"),
      key(     JOB_HOOKS,        "on-cancel",              PART,           HOOK,                               ContextAvailability.STEP,          "when the job is cancelled"),
      key(     JOB_HOOKS,        "cleanup",                PART,           HOOK,                               ContextAvailability.STEP,          "after all of these, always"));
  // spotless:on

  private JobKeys() {}
}
