package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.KeyStatus.NOT_RUN;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.KeyStatus.WITHOUT_EFFECT;
import static dev.pawl.workflow.keys.Place.APPROVAL;
import static dev.pawl.workflow.keys.Place.CONTAINER;
import static dev.pawl.workflow.keys.Place.CREDENTIALS;
import static dev.pawl.workflow.keys.Place.ENVIRONMENT;
import static dev.pawl.workflow.keys.Place.JOB;
import static dev.pawl.workflow.keys.Place.JOB_CONCURRENCY;
import static dev.pawl.workflow.keys.Place.JOB_DEFAULTS;
import static dev.pawl.workflow.keys.Place.JOB_DEFAULTS_RUN;
import static dev.pawl.workflow.keys.Place.JOB_HOOKS;
import static dev.pawl.workflow.keys.Place.JOB_RETRY;
import static dev.pawl.workflow.keys.Place.RUNS_ON;
import static dev.pawl.workflow.keys.Place.SERVICE;
import static dev.pawl.workflow.keys.Place.SNAPSHOT;
import static dev.pawl.workflow.keys.Place.STEP;
import static dev.pawl.workflow.keys.Place.STRATEGY;
import static dev.pawl.workflow.keys.Row.of;
import static dev.pawl.workflow.keys.Row.required;
import static dev.pawl.workflow.keys.Scope.NONE;
import static dev.pawl.workflow.keys.Shape.ANYTHING;
import static dev.pawl.workflow.keys.Shape.BOOLEAN;
import static dev.pawl.workflow.keys.Shape.COMPUTED;
import static dev.pawl.workflow.keys.Shape.TEXT;
import static dev.pawl.workflow.keys.Shape.WORD;
import static dev.pawl.workflow.keys.Shape.WORDS;
import static dev.pawl.workflow.keys.Shape.choice;
import static dev.pawl.workflow.keys.Shape.fields;
import static dev.pawl.workflow.keys.Shape.listOf;
import static dev.pawl.workflow.keys.Shape.mapOf;
import static dev.pawl.workflow.keys.Shape.oneOf;
import static dev.pawl.workflow.keys.Shape.scalar;

import java.util.List;

/// The keys of a job.
final class JobKeys {

  private static final Shape MINUTES = scalar(Format.MINUTES);
  private static final Shape COUNT = scalar(Format.COUNT);
  private static final Shape CONDITION = scalar(Format.CONDITION);
  private static final Shape DURATION = scalar(Format.DURATION);
  private static final Shape SCRIPT = scalar(Format.SCRIPT);
  private static final Shape HOOK = WorkflowKeys.HOOK_SHAPE;
  private static final Shape RUNS_ON_SHAPE = oneOf(WORD, listOf(WORD), fields(RUNS_ON));
  private static final Shape MATRIX = oneOf(COMPUTED, mapOf(oneOf(COMPUTED, listOf(ANYTHING))));
  private static final Shape SERVICES = mapOf(oneOf(WORD, fields(SERVICE)));
  private static final String CONTAINERS = "this version runs no containers";

  // spotless:off
  static final List<Key> ROWS = List.of(
      //       place             key                       status          shape                               expressions          note
      of(      JOB,              "name",                   SUPPORTED,      TEXT,                               Scope.JOB,           "what people see; the job's id if there is none"),
      of(      JOB,              "runs-on",                SUPPORTED,      RUNS_ON_SHAPE,                      Scope.JOB,           "the labels that an agent must have; required unless the job `uses` a workflow"),
      of(      JOB,              "needs",                  SUPPORTED,      WORDS,                              NONE,                "the jobs that must end before this one"),
      of(      JOB,              "if",                     SUPPORTED,      CONDITION,                          Scope.JOB_IF,        "the condition under which the job runs"),
      of(      JOB,              "permissions",            WITHOUT_EFFECT, PermissionKeys.SHAPE,               NONE,                "jobs are given no token that could be limited"),
      of(      JOB,              "env",                    SUPPORTED,      mapOf(TEXT),                        Scope.JOB_SECRETS,   "environment of the job's steps, over the workflow's"),
      of(      JOB,              "defaults",               SUPPORTED,      fields(JOB_DEFAULTS),               NONE,                "shell and working directory of steps that name none"),
      of(      JOB,              "timeout-minutes",        SUPPORTED,      MINUTES,                            Scope.JOB,           "how long the steps may take; 360"),
      of(      JOB,              "cancel-timeout-minutes", SUPPORTED,      MINUTES,                            Scope.JOB,           "how long a cancelled job may take to end: its grace and its hooks; 5"),
      of(      JOB,              "grace-period",           SUPPORTED,      DURATION,                           NONE,                "between SIGTERM and SIGKILL of a cancelled step; 30s"),
      of(      JOB,              "steps",                  SUPPORTED,      listOf(fields(STEP)),               NONE,                "what the job does, in order; required unless the job `uses` a workflow"),
      of(      JOB,              "outputs",                SUPPORTED,      mapOf(TEXT),                        Scope.OUTPUT,        "values for the jobs that need this one"),
      of(      JOB,              "strategy",               SUPPORTED,      fields(STRATEGY),                   NONE,                "a job for each cell of a matrix"),
      of(      JOB,              "continue-on-error",      SUPPORTED,      BOOLEAN,                            Scope.JOB,           "whether the run may succeed where the job fails"),
      of(      JOB,              "concurrency",            SUPPORTED,      oneOf(WORD, fields(JOB_CONCURRENCY)), Scope.JOB,         "how many jobs of a group may be active"),
      of(      JOB,              "environment",            SUPPORTED,      oneOf(TEXT, fields(ENVIRONMENT)),   Scope.JOB,           "where the job deploys to, with its protection"),
      of(      JOB,              "uses",                   SUPPORTED,      WORD,                               NONE,                "a reusable workflow as the job: `./` and its path"),
      of(      JOB,              "with",                   SUPPORTED,      mapOf(TEXT),                        Scope.JOB,           "the inputs of a reusable workflow"),
      of(      JOB,              "secrets",                SUPPORTED,      oneOf(choice("inherit"), mapOf(TEXT)), Scope.JOB_SECRETS, "the secrets of a reusable workflow"),
      of(      JOB,              "approval",               SUPPORTED,      fields(APPROVAL),                   NONE,                "who must agree before the job runs"),
      of(      JOB,              "wait",                   SUPPORTED,      DURATION,                           NONE,                "how long the job waits before it is queued"),
      of(      JOB,              "priority",               SUPPORTED,      scalar(Format.INTEGER),             NONE,                "which job goes first where agents are few: the higher; 0"),
      of(      JOB,              "retry",                  SUPPORTED,      fields(JOB_RETRY),                  NONE,                "when a failed job is tried again"),
      of(      JOB,              "hooks",                  SUPPORTED,      fields(JOB_HOOKS),                  NONE,                "scripts around steps, and after success, failure or cancel"),
      of(      JOB,              "container",              NOT_RUN,        oneOf(TEXT, fields(CONTAINER)),     Scope.JOB,           CONTAINERS),
      of(      JOB,              "services",               NOT_RUN,        SERVICES,                           Scope.JOB,           CONTAINERS),
      of(      JOB,              "snapshot",               NOT_RUN,        oneOf(WORD, fields(SNAPSHOT)),      NONE,                "this version makes no images"),

      of(      JOB_DEFAULTS,     "run",                    SUPPORTED,      fields(JOB_DEFAULTS_RUN),           NONE,                "defaults of steps that `run`"),
      of(      JOB_DEFAULTS_RUN, "shell",                  SUPPORTED,      WORD,                               Scope.JOB_DEFAULTS,  "`bash`, `sh`, `python`, or a command with `{0}` for the script's file"),
      of(      JOB_DEFAULTS_RUN, "working-directory",      SUPPORTED,      WORD,                               Scope.JOB_DEFAULTS,  "relative to the workspace"),

      of(      RUNS_ON,          "group",                  SUPPORTED,      WORD,                               Scope.JOB,           "the group that the agent must be of"),
      of(      RUNS_ON,          "labels",                 SUPPORTED,      WORDS,                              Scope.JOB,           "the labels that it must have"),

      required(ENVIRONMENT,      "name",                   SUPPORTED,      TEXT,                               Scope.JOB,           "which environment"),
      of(      ENVIRONMENT,      "url",                    WITHOUT_EFFECT, TEXT,                               Scope.URL,           "deployments are not shown yet"),
      of(      ENVIRONMENT,      "deployment",             WITHOUT_EFFECT, BOOLEAN,                            Scope.JOB,           "deployments are not shown yet"),

      of(      JOB_CONCURRENCY,  "group",                  SUPPORTED,      WORD,                               Scope.JOB,           "which group: those of the same name share its places"),
      of(      JOB_CONCURRENCY,  "group-command",          SUPPORTED,      SCRIPT,                             Scope.STEP,          "instead of `group`: a command on the agent that prints its name"),
      of(      JOB_CONCURRENCY,  "cancel-in-progress",     SUPPORTED,      BOOLEAN,                            Scope.JOB,           "whether a newcomer cancels who is there; false"),
      of(      JOB_CONCURRENCY,  "queue",                  SUPPORTED,      WorkflowKeys.QUEUE,                 NONE,                "who may wait: `newest` (also written `single`), one, which a newer one replaces; `max`, all of them; newest"),
      of(      JOB_CONCURRENCY,  "max",                    SUPPORTED,      COUNT,                              NONE,                "how many places the group has; 1"),

      of(      STRATEGY,         "matrix",                 SUPPORTED,      MATRIX,                             Scope.STRATEGY,      "lists by name, of which each combination is a cell; `include` adds cells, `exclude` removes some"),
      of(      STRATEGY,         "fail-fast",              SUPPORTED,      BOOLEAN,                            Scope.STRATEGY,      "whether a cell that fails cancels the others; true"),
      of(      STRATEGY,         "max-parallel",           SUPPORTED,      COUNT,                              Scope.STRATEGY,      "how many cells may be with agents at a time"),

      required(APPROVAL,         "reviewers",              SUPPORTED,      WORDS,                              NONE,                "who may approve: people, or teams as `team:ops`"),
      of(      APPROVAL,         "required",               SUPPORTED,      COUNT,                              NONE,                "how many of them must; 1"),
      of(      APPROVAL,         "expires",                SUPPORTED,      DURATION,                           NONE,                "how long they have; 24h"),

      required(JOB_RETRY,        "max",                    SUPPORTED,      COUNT,                              NONE,                "how many further attempts there may be"),
      of(      JOB_RETRY,        "on",                     SUPPORTED,      listOf(FailureClasses.SHAPE),       NONE,                "the classes of failure that are retried; `lost` `infra` `startup` `fetch` `flaky`"),
      of(      JOB_RETRY,        "backoff",                SUPPORTED,      WorkflowKeys.BACKOFF_SHAPE,         NONE,                "how long to wait before each; 5s, doubled each time, at most 5m"),

      of(      JOB_HOOKS,        "before-step",            SUPPORTED,      HOOK,                               Scope.STEP,          "before each step"),
      of(      JOB_HOOKS,        "after-step",             SUPPORTED,      HOOK,                               Scope.STEP,          "after each step"),
      of(      JOB_HOOKS,        "on-success",             SUPPORTED,      HOOK,                               Scope.STEP,          "after the steps of a job that succeeded"),
      of(      JOB_HOOKS,        "on-failure",             SUPPORTED,      HOOK,                               Scope.STEP,          "after the steps of a job that failed or took too long"),
      of(      JOB_HOOKS,        "on-cancel",              SUPPORTED,      HOOK,                               Scope.STEP,          "when the job is cancelled"),
      of(      JOB_HOOKS,        "cleanup",                SUPPORTED,      HOOK,                               Scope.STEP,          "after all of these, always"),

      of(      CONTAINER,        "image",                  SUPPORTED,      WORD,                               Scope.JOB,           "checked only"),
      of(      CONTAINER,        "env",                    SUPPORTED,      mapOf(TEXT),                        Scope.CONTAINER_ENV, "checked only"),
      of(      CONTAINER,        "ports",                  SUPPORTED,      listOf(WORD),                       Scope.JOB,           "checked only"),
      of(      CONTAINER,        "volumes",                SUPPORTED,      listOf(WORD),                       Scope.JOB,           "checked only"),
      of(      CONTAINER,        "options",                SUPPORTED,      TEXT,                               Scope.JOB,           "checked only"),
      of(      CONTAINER,        "credentials",            SUPPORTED,      fields(CREDENTIALS),                NONE,                "checked only"),
      of(      CREDENTIALS,      "username",               SUPPORTED,      WORD,                               Scope.CREDENTIALS,   "checked only"),
      of(      CREDENTIALS,      "password",               SUPPORTED,      WORD,                               Scope.CREDENTIALS,   "checked only"),
      of(      SERVICE,          "image",                  SUPPORTED,      WORD,                               Scope.JOB,           "checked only"),
      of(      SERVICE,          "env",                    SUPPORTED,      mapOf(TEXT),                        Scope.CONTAINER_ENV, "checked only"),
      of(      SERVICE,          "ports",                  SUPPORTED,      listOf(WORD),                       Scope.JOB,           "checked only"),
      of(      SERVICE,          "volumes",                SUPPORTED,      listOf(WORD),                       Scope.JOB,           "checked only"),
      of(      SERVICE,          "options",                SUPPORTED,      TEXT,                               Scope.JOB,           "checked only"),
      of(      SERVICE,          "credentials",            SUPPORTED,      fields(CREDENTIALS),                NONE,                "checked only"),
      of(      SERVICE,          "entrypoint",             SUPPORTED,      TEXT,                               Scope.JOB,           "checked only"),
      of(      SERVICE,          "command",                SUPPORTED,      TEXT,                               Scope.JOB,           "checked only"),
      required(SNAPSHOT,         "image-name",             SUPPORTED,      WORD,                               NONE,                "checked only"),
      of(      SNAPSHOT,         "version",                SUPPORTED,      WORD,                               NONE,                "checked only"),
      of(      SNAPSHOT,         "if",                     SUPPORTED,      CONDITION,                          Scope.JOB,           "checked only"));
  // spotless:on

  private JobKeys() {}
}
