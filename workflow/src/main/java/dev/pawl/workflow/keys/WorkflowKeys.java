package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.ContextAvailability.RUN;
import static dev.pawl.workflow.keys.ContextAvailability.STEP;
import static dev.pawl.workflow.keys.ContextAvailability.WORKFLOW_ENV;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeyDefinition.required;
import static dev.pawl.workflow.keys.KeySection.BACKOFF;
import static dev.pawl.workflow.keys.KeySection.CONCURRENCY;
import static dev.pawl.workflow.keys.KeySection.DEFAULTS;
import static dev.pawl.workflow.keys.KeySection.DEFAULTS_RUN;
import static dev.pawl.workflow.keys.KeySection.HOOK;
import static dev.pawl.workflow.keys.KeySection.HOOKS;
import static dev.pawl.workflow.keys.KeySection.JOB;
import static dev.pawl.workflow.keys.KeySection.ON;
import static dev.pawl.workflow.keys.KeySection.RETRY;
import static dev.pawl.workflow.keys.KeySection.RULE;
import static dev.pawl.workflow.keys.KeySection.WORKFLOW;
import static dev.pawl.workflow.keys.KeyStatus.NO_EFFECT;
import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.ValueShapes.BOOLEAN;
import static dev.pawl.workflow.keys.ValueShapes.TEXT;
import static dev.pawl.workflow.keys.ValueShapes.WORD;
import static dev.pawl.workflow.keys.ValueShapes.WORDS;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.oneOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import dev.pawl.core.step.StepEnd.Ender;
import java.util.List;

/// The keys of a workflow as a whole.
final class WorkflowKeys {

  private static final ValueShape EVENT = new ValueShape.Choice(EventTable.names());
  private static final ValueShape DURATION = scalar(ScalarFormat.DURATION);
  private static final ValueShape COUNT = scalar(ScalarFormat.COUNT);
  private static final ValueShape EXIT_CODES = listOf(scalar(ScalarFormat.EXIT_CODE));
  static final ValueShape HOOK_SHAPE = oneOf(scalar(ScalarFormat.SCRIPT), fields(HOOK));
  static final ValueShape BACKOFF_SHAPE = oneOf(DURATION, fields(BACKOFF));
  static final ValueShape QUEUE = ValueShapes.choice("single", "newest", "max");

  // spotless:off
  static final List<KeyDefinition> ROWS = List.of(
      //       section       key                   status     shape                                    expressions   note
      key(     WORKFLOW,     "name",               SUPPORTED, TEXT,                                    NONE,         "the display name (default: the file's name)"),
      key(     WORKFLOW,     "description",        SUPPORTED, TEXT,                                    NONE,         "for readers of the file"),
      key(     WORKFLOW,     "run-name",           NO_EFFECT, TEXT,                                    RUN,          "runs are named after their workflow"),
      key(     WORKFLOW,     "on",                 SUPPORTED, oneOf(EVENT, listOf(EVENT), fields(ON)), NONE,         "the events that start it; `pawl run` and `pawl plan` take one by `--event`, and without it `pawl run` starts the workflow whatever its events are"),
      key(     WORKFLOW,     "permissions",        NO_EFFECT, PermissionKeys.SHAPE,                    NONE,         "Pawl gives jobs no token, so there is nothing to limit"),
      key(     WORKFLOW,     "env",                SUPPORTED, mapOf(TEXT),                             WORKFLOW_ENV, "environment of all steps"),
      key(     WORKFLOW,     "defaults",           SUPPORTED, fields(DEFAULTS),                        NONE,         "shell and working directory of all steps that set none"),
      key(     WORKFLOW,     "concurrency",        SUPPORTED, oneOf(WORD, fields(CONCURRENCY)),        RUN,          "limits how many runs of a group are active"),
      key(     WORKFLOW,     "delay",              SUPPORTED, DURATION,                                NONE,         "a delay before the run begins"),
      key(     WORKFLOW,     "timeout-minutes",    SUPPORTED, scalar(ScalarFormat.MINUTES),            NONE,         "the timeout of the whole run (default: none)"),
      key(     WORKFLOW,     "retry",              SUPPORTED, fields(RETRY),                           NONE,         "when a failed run is retried"),
      key(     WORKFLOW,     "hooks",              SUPPORTED, fields(HOOKS),                           NONE,         "scripts after the last job, as a job of their own"),
      key(     WORKFLOW,     "rules",              SUPPORTED, listOf(fields(RULE)),                    NONE,         "rules that classify failures, before all other rules"),
      required(WORKFLOW,     "jobs",               SUPPORTED, mapOf(fields(JOB)),                      NONE,         "the jobs, by id; at least one"),

      key(     DEFAULTS,     "run",                SUPPORTED, fields(DEFAULTS_RUN),                    NONE,         "defaults of steps that `run`"),
      key(     DEFAULTS_RUN, "shell",              SUPPORTED, WORD,                                    NONE,         "`bash`, `sh`, `python`, or a command with `{0}` for the script's file"),
      key(     DEFAULTS_RUN, "working-directory",  SUPPORTED, WORD,                                    NONE,         "relative to the workspace"),

      required(CONCURRENCY,  "group",              SUPPORTED, WORD,                                    RUN,          "the group's name: its members wait for each other"),
      key(     CONCURRENCY,  "cancel-in-progress", SUPPORTED, BOOLEAN,                                 RUN,          "whether a new member cancels the active ones (default false)"),
      key(     CONCURRENCY,  "queue",              SUPPORTED, QUEUE,                                   NONE,         "who may wait: `newest` (or `single`) keeps only the newest, `max` keeps all (default newest)"),
      key(     CONCURRENCY,  "max",                SUPPORTED, COUNT,                                   NONE,         "how many members of the group run at the same time (default 1)"),

      required(RETRY,        "max",                SUPPORTED, scalar(ScalarFormat.COUNT_OR_ZERO),      NONE,         "the maximum number of retries; 0: never"),
      key(     RETRY,        "backoff",            SUPPORTED, BACKOFF_SHAPE,                           NONE,         "the wait before each retry (default 30s, doubled each time, at most 30m)"),
      key(     BACKOFF,      "initial",            SUPPORTED, DURATION,                                NONE,         "the first wait"),
      key(     BACKOFF,      "factor",             SUPPORTED, scalar(ScalarFormat.FACTOR),             NONE,         "the factor of each further wait (default 2)"),
      key(     BACKOFF,      "max",                SUPPORTED, DURATION,                                NONE,         "the longest wait"),

      key(     HOOKS,        "runs-on",            PART,      WORDS,                                   NONE,         "the labels of the agent for the hooks (default: those of the first job)"),
      key(     HOOKS,        "on-success",         PART,      HOOK_SHAPE,                              STEP,         "after a run that succeeded"),
      key(     HOOKS,        "on-failure",         PART,      HOOK_SHAPE,                              STEP,         "after a run that failed"),
      key(     HOOKS,        "on-cancel",          PART,      HOOK_SHAPE,                              STEP,         "after a run that was cancelled"),
      key(     HOOKS,        "cleanup",            PART,      HOOK_SHAPE,                              STEP,         "always, after the other hooks"),
      required(HOOK,         "run",                PART,      scalar(ScalarFormat.SCRIPT),             STEP,         "the script"),
      key(     HOOK,         "timeout",            PART,      DURATION,                                NONE,         "the timeout of the hook (default 5m)"),

      required(RULE,         "name",               SUPPORTED, WORD,                                    NONE,         "the rule's name, shown with the failure"),
      required(RULE,         "class",              SUPPORTED, EnumKeywords.SHAPE,                      NONE,         "the failure class of matching failures"),
      key(     RULE,         "exit-codes",         SUPPORTED, EXIT_CODES,                              NONE,         "the exit code must be one of these"),
      key(     RULE,         "signals",            SUPPORTED, WORDS,                                   NONE,         "one of these signals must have ended the process"),
      key(     RULE,         "ended-by",           SUPPORTED, listOf(EnumKeywords.words(Ender.class)), NONE,         "one of these must have ended the process"),
      key(     RULE,         "log",                SUPPORTED, scalar(ScalarFormat.REGEX),              NONE,         "a line of the log must match"));
  // spotless:on

  private WorkflowKeys() {}
}
