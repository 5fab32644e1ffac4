package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeyDefinition.required;
import static dev.pawl.workflow.keys.KeySection.STEP;
import static dev.pawl.workflow.keys.KeySection.STEP_HOOKS;
import static dev.pawl.workflow.keys.KeySection.STEP_RETRY;
import static dev.pawl.workflow.keys.KeySection.STEP_RETRY_ON;
import static dev.pawl.workflow.keys.KeySection.TOOL;
import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.KeyStatus.UNSUPPORTED;
import static dev.pawl.workflow.keys.ValueShapes.ANYTHING;
import static dev.pawl.workflow.keys.ValueShapes.BOOLEAN;
import static dev.pawl.workflow.keys.ValueShapes.TEXT;
import static dev.pawl.workflow.keys.ValueShapes.WORD;
import static dev.pawl.workflow.keys.ValueShapes.choice;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import java.util.List;

/// The keys of a step.
final class StepKeys {

  private static final ValueShape HOOK = WorkflowKeys.HOOK_SHAPE;
  private static final ValueShape EXIT_CODES = listOf(scalar(ScalarFormat.EXIT_CODE));
  private static final String ONE_BY_ONE = "steps run one after another";

  // spotless:off
  static final List<KeyDefinition> ROWS = List.of(
      //       section        key                    status       shape                             expressions                  note
      key(     STEP,          "name",                SUPPORTED,   TEXT,                             ContextAvailability.STEP,    "the display name (default: the first line of the script, or the action)"),
      key(     STEP,          "id",                  SUPPORTED,   WORD,                             NONE,                        "the id for other steps, unique in its job"),
      key(     STEP,          "if",                  SUPPORTED,   scalar(ScalarFormat.CONDITION),   ContextAvailability.STEP_IF, "the condition under which the step runs"),
      key(     STEP,          "run",                 SUPPORTED,   scalar(ScalarFormat.STEP_SCRIPT), ContextAvailability.STEP,    "the script; required unless the step `uses` an action"),
      key(     STEP,          "shell",               SUPPORTED,   WORD,                             NONE,                        "`bash`, `sh`, `python`, or a command with `{0}` for the script's file"),
      key(     STEP,          "working-directory",   SUPPORTED,   TEXT,                             ContextAvailability.STEP,    "relative to the workspace"),
      key(     STEP,          "uses",                SUPPORTED,   WORD,                             NONE,                        "an action: `actions/checkout`, or `./` and the directory of a composite one"),
      key(     STEP,          "with",                SUPPORTED,   mapOf(TEXT),                      ContextAvailability.STEP,    "the inputs of an action"),
      key(     STEP,          "env",                 SUPPORTED,   mapOf(TEXT),                      ContextAvailability.STEP,    "environment of the step, overrides the job's"),
      key(     STEP,          "continue-on-error",   SUPPORTED,   BOOLEAN,                          ContextAvailability.STEP,    "whether the job may succeed if the step fails"),
      key(     STEP,          "timeout-minutes",     SUPPORTED,   scalar(ScalarFormat.MINUTES),     ContextAvailability.STEP,    "the timeout of the step"),
      key(     STEP,          "retry",               SUPPORTED,   fields(STEP_RETRY),               NONE,                        "when a failed step is retried in place"),
      key(     STEP,          "hooks",               SUPPORTED,   fields(STEP_HOOKS),               NONE,                        "scripts after the step"),
      key(     STEP,          "tool",                SUPPORTED,   fields(TOOL),                     NONE,                        "the tool whose circuit breaker guards the step"),
      key(     STEP,          "expected-exit-codes", SUPPORTED,   EXIT_CODES,                       NONE,                        "the exit codes that mean success (default 0)"),
      key(     STEP,          "background",          UNSUPPORTED, ANYTHING,                         NONE,                        ONE_BY_ONE),
      key(     STEP,          "wait",                UNSUPPORTED, ANYTHING,                         NONE,                        ONE_BY_ONE),
      key(     STEP,          "wait-all",            UNSUPPORTED, ANYTHING,                         NONE,                        ONE_BY_ONE),
      key(     STEP,          "cancel",              UNSUPPORTED, ANYTHING,                         NONE,                        ONE_BY_ONE),
      key(     STEP,          "parallel",            UNSUPPORTED, ANYTHING,                         NONE,                        ONE_BY_ONE),

      required(STEP_RETRY,    "max",                 PART,        scalar(ScalarFormat.COUNT_OR_ZERO), NONE,                      "the maximum number of retries; 0: never"),
      key(     STEP_RETRY,    "on",                  PART,        fields(STEP_RETRY_ON),            NONE,                        "which failures are retried (default: any)"),
      key(     STEP_RETRY,    "backoff",             PART,        WorkflowKeys.BACKOFF_SHAPE,       NONE,                        "the wait before each retry (default 1s, doubled each time, at most 30s)"),
      key(     STEP_RETRY_ON, "exit-codes",          PART,        EXIT_CODES,                       NONE,                        "the exit code must be one of these"),
      key(     STEP_RETRY_ON, "log",                 PART,        scalar(ScalarFormat.REGEX),       NONE,                        "a line of the step's log must match"),

      key(     STEP_HOOKS,    "on-cancel",           PART,        HOOK,                             ContextAvailability.STEP,    "when the step is cancelled"),
      key(     STEP_HOOKS,    "cleanup",             PART,        HOOK,                             ContextAvailability.STEP,    "always, after the step"),

      required(TOOL,          "name",                PART,        WORD,                             NONE,                        "the tool's name"),
      key(     TOOL,          "on-open",             PART,        choice("fail", "wait"),           NONE,                        "what the step does while the tool's breaker is open (default `fail`)"));
  // spotless:on

  private StepKeys() {}
}
