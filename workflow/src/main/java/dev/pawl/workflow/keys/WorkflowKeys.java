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
      //       place         key                   status          shape                                      expressions   note
      key(     WORKFLOW,     "name",               SUPPORTED,      TEXT,                                      NONE,         "what people see; the file's name if there is none"),
      key(     WORKFLOW,     "description",        SUPPORTED,      TEXT,                                      NONE,         "for readers of the file"),
      key(     WORKFLOW,     "run-name",           NO_EFFECT, TEXT,                                      RUN,          "runs are named after their workflow"),
      key(     WORKFLOW,     "on",                 SUPPORTED,      oneOf(EVENT, listOf(EVENT), fields(ON)),   NONE,         "the events that start it, which `pawl run` and `pawl plan` are told by `--event`; without that, `pawl run` starts it whatever they are"),
      key(     WORKFLOW,     "permissions",        NO_EFFECT, PermissionKeys.SHAPE,                      NONE,         "jobs are given no token that could be limited"),
      key(     WORKFLOW,     "env",                SUPPORTED,      mapOf(TEXT),                               WORKFLOW_ENV, "environment of all steps"),
      key(     WORKFLOW,     "defaults",           SUPPORTED,      fields(DEFAULTS),                          NONE,         "shell and working directory of all steps that name none"),
      key(     WORKFLOW,     "concurrency",        SUPPORTED,      oneOf(WORD, fields(CONCURRENCY)),          RUN,          "how many runs of a group may be active"),
      key(     WORKFLOW,     "delay",              SUPPORTED,      DURATION,                                  NONE,         "how long a run waits before it begins"),
      key(     WORKFLOW,     "timeout-minutes",    SUPPORTED,      scalar(ScalarFormat.MINUTES),                    NONE,         "how long the whole run may take; no limit if there is none"),
      key(     WORKFLOW,     "retry",              SUPPORTED,      fields(RETRY),                             NONE,         "when a failed run is made again"),
      key(     WORKFLOW,     "hooks",              SUPPORTED,      fields(HOOKS),                             NONE,         "scripts after the last job, as a job of their own"),
      key(     WORKFLOW,     "rules",              SUPPORTED,      listOf(fields(RULE)),                      NONE,         "how failures are classified, before any other rules"),
      required(WORKFLOW,     "jobs",               SUPPORTED,      mapOf(fields(JOB)),                        NONE,         "the jobs, by id; at least one"),

      key(     DEFAULTS,     "run",                SUPPORTED,      fields(DEFAULTS_RUN),                      NONE,         "defaults of steps that `run`"),
      key(     DEFAULTS_RUN, "shell",              SUPPORTED,      WORD,                                      NONE,         "`bash`, `sh`, `python`, or a command with `{0}` for the script's file"),
      key(     DEFAULTS_RUN, "working-directory",  SUPPORTED,      WORD,                                      NONE,         "relative to the workspace"),

      required(CONCURRENCY,  "group",              SUPPORTED,      WORD,                                      RUN,          "which group: those of the same name share its places"),
      key(     CONCURRENCY,  "cancel-in-progress", SUPPORTED,      BOOLEAN,                                   RUN,          "whether a newcomer cancels who is there; false"),
      key(     CONCURRENCY,  "queue",              SUPPORTED,      QUEUE,                                     NONE,         "who may wait: `newest` (also written `single`), one, which a newer one replaces; `max`, all of them; newest"),
      key(     CONCURRENCY,  "max",                SUPPORTED,      COUNT,                                     NONE,         "how many places the group has; 1"),

      required(RETRY,        "max",                SUPPORTED,      COUNT,                                     NONE,         "how many further runs there may be"),
      key(     RETRY,        "backoff",            SUPPORTED,      BACKOFF_SHAPE,                             NONE,         "how long to wait before each; 30s, doubled each time, at most 30m"),
      key(     BACKOFF,      "initial",            SUPPORTED,      DURATION,                                  NONE,         "the first wait"),
      key(     BACKOFF,      "factor",             SUPPORTED,      scalar(ScalarFormat.FACTOR),                     NONE,         "by which each further wait is longer; 2"),
      key(     BACKOFF,      "max",                SUPPORTED,      DURATION,                                  NONE,         "no wait is longer"),

      key(     HOOKS,        "runs-on",            PART,           WORDS,                                     NONE,         "the labels of the agent for the hooks; those of the first job"),
      key(     HOOKS,        "on-success",         PART,           HOOK_SHAPE,                                STEP,         "after a run that succeeded"),
      key(     HOOKS,        "on-failure",         PART,           HOOK_SHAPE,                                STEP,         "after a run that failed"),
      key(     HOOKS,        "on-cancel",          PART,           HOOK_SHAPE,                                STEP,         "after a run that was cancelled"),
      key(     HOOKS,        "cleanup",            PART,           HOOK_SHAPE,                                STEP,         "after all of these"),
      required(HOOK,         "run",                PART,           scalar(ScalarFormat.SCRIPT),                     STEP,         "the script"),
      key(     HOOK,         "timeout",            PART,           DURATION,                                  NONE,         "how long it may take; 5m"),

      required(RULE,         "name",               SUPPORTED,      WORD,                                      NONE,         "what the evidence calls it"),
      required(RULE,         "class",              SUPPORTED,      EnumKeywords.SHAPE,                      NONE,         "what a failure is that fits"),
      key(     RULE,         "exit-codes",         SUPPORTED,      EXIT_CODES,                                NONE,         "one of them has to be the failure's"),
      key(     RULE,         "signals",            SUPPORTED,      WORDS,                                     NONE,         "one of them has to have ended the process"),
      key(     RULE,         "ended-by",           SUPPORTED,      listOf(EnumKeywords.words(Ender.class)), NONE,         "one of them has to have ended the process"),
      key(     RULE,         "log",                SUPPORTED,      scalar(ScalarFormat.REGEX),                      NONE,         "some line of the log has to have it"));
  // spotless:on

  private WorkflowKeys() {}
}
