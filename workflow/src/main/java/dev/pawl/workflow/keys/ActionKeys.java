package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeyDefinition.required;
import static dev.pawl.workflow.keys.KeySection.ACTION;
import static dev.pawl.workflow.keys.KeySection.ACTION_INPUT;
import static dev.pawl.workflow.keys.KeySection.ACTION_OUTPUT;
import static dev.pawl.workflow.keys.KeySection.ACTION_RUNS;
import static dev.pawl.workflow.keys.KeySection.ACTION_STEP;
import static dev.pawl.workflow.keys.KeyStatus.NO_EFFECT;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.ValueShapes.ANYTHING;
import static dev.pawl.workflow.keys.ValueShapes.BOOLEAN;
import static dev.pawl.workflow.keys.ValueShapes.NOTHING;
import static dev.pawl.workflow.keys.ValueShapes.TEXT;
import static dev.pawl.workflow.keys.ValueShapes.WORD;
import static dev.pawl.workflow.keys.ValueShapes.choice;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.oneOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import java.util.List;

/// The keys of a composite action's `action.yml`.
final class ActionKeys {

  private static final ValueShape INPUTS =
      oneOf(NOTHING, mapOf(oneOf(NOTHING, fields(ACTION_INPUT))));
  private static final ValueShape OUTPUTS = oneOf(NOTHING, mapOf(fields(ACTION_OUTPUT)));

  // spotless:off
  static final List<KeyDefinition> ROWS = List.of(
      //       section        key                   status     shape                             expressions                         note
      key(     ACTION,        "name",               SUPPORTED, TEXT,                             NONE,                               "for readers of the file"),
      key(     ACTION,        "description",        SUPPORTED, TEXT,                             NONE,                               "for readers of the file"),
      key(     ACTION,        "author",             SUPPORTED, TEXT,                             NONE,                               "for readers of the file"),
      key(     ACTION,        "branding",           NO_EFFECT, ANYTHING,                         NONE,                               "it is not shown anywhere"),
      key(     ACTION,        "inputs",             SUPPORTED, INPUTS,                           NONE,                               "the inputs that a step may set under `with`, by name"),
      key(     ACTION,        "outputs",            SUPPORTED, OUTPUTS,                          NONE,                               "the outputs for later steps, by name"),
      required(ACTION,        "runs",               SUPPORTED, fields(ACTION_RUNS),              NONE,                               "the steps of the action"),

      key(     ACTION_INPUT,  "description",        SUPPORTED, TEXT,                             NONE,                               "for readers of the file"),
      key(     ACTION_INPUT,  "required",           SUPPORTED, BOOLEAN,                          NONE,                               "whether it should be set; if not, there is a warning and the value is empty"),
      key(     ACTION_INPUT,  "default",            SUPPORTED, TEXT,                             ContextAvailability.ACTION_INPUT,   "its value if it is not set"),
      key(     ACTION_INPUT,  "deprecationMessage", SUPPORTED, TEXT,                             NONE,                               "a warning for steps that set it"),
      key(     ACTION_INPUT,  "type",               NO_EFFECT, ANYTHING,                         NONE,                               "inputs of actions are always strings"),
      key(     ACTION_INPUT,  "options",            NO_EFFECT, ANYTHING,                         NONE,                               "inputs of actions may be any string"),
      key(     ACTION_OUTPUT, "description",        SUPPORTED, TEXT,                             NONE,                               "for readers of the file"),
      required(ACTION_OUTPUT, "value",              SUPPORTED, TEXT,                             ContextAvailability.ACTION_OUTPUT,  "its value, from the outputs of steps"),

      required(ACTION_RUNS,   "using",              SUPPORTED, choice("composite"),              NONE,                               "how the action runs"),
      required(ACTION_RUNS,   "steps",              SUPPORTED, listOf(fields(ACTION_STEP)),      NONE,                               "the steps in their order, at least one"),

      key(     ACTION_STEP,   "name",               SUPPORTED, TEXT,                             ContextAvailability.ACTION_STEP,    "the display name"),
      key(     ACTION_STEP,   "id",                 SUPPORTED, WORD,                             NONE,                               "the id for other steps, unique in the action"),
      key(     ACTION_STEP,   "if",                 SUPPORTED, scalar(ScalarFormat.CONDITION),   ContextAvailability.ACTION_STEP_IF, "the condition under which the step runs"),
      key(     ACTION_STEP,   "run",                SUPPORTED, scalar(ScalarFormat.STEP_SCRIPT), ContextAvailability.ACTION_STEP,    "the script; required unless the step `uses` an action"),
      key(     ACTION_STEP,   "shell",              SUPPORTED, WORD,                             ContextAvailability.ACTION_STEP,    "`bash`, `sh`, `python`, or a command with `{0}`; required with `run`"),
      key(     ACTION_STEP,   "working-directory",  SUPPORTED, TEXT,                             ContextAvailability.ACTION_STEP,    "relative to the workspace"),
      key(     ACTION_STEP,   "uses",               SUPPORTED, WORD,                             NONE,                               "another action"),
      key(     ACTION_STEP,   "with",               SUPPORTED, mapOf(TEXT),                      ContextAvailability.ACTION_STEP,    "the inputs of the action"),
      key(     ACTION_STEP,   "env",                SUPPORTED, mapOf(TEXT),                      ContextAvailability.ACTION_STEP,    "environment of the step"),
      key(     ACTION_STEP,   "continue-on-error",  SUPPORTED, BOOLEAN,                          ContextAvailability.ACTION_STEP,    "whether the action may succeed if the step fails"));
  // spotless:on

  private ActionKeys() {}
}
