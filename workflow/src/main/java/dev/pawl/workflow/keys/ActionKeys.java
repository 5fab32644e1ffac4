package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.KeyStatus.WITHOUT_EFFECT;
import static dev.pawl.workflow.keys.Place.ACTION;
import static dev.pawl.workflow.keys.Place.ACTION_INPUT;
import static dev.pawl.workflow.keys.Place.ACTION_OUTPUT;
import static dev.pawl.workflow.keys.Place.ACTION_RUNS;
import static dev.pawl.workflow.keys.Place.ACTION_STEP;
import static dev.pawl.workflow.keys.Row.of;
import static dev.pawl.workflow.keys.Row.required;
import static dev.pawl.workflow.keys.Scope.NONE;
import static dev.pawl.workflow.keys.Shape.ANYTHING;
import static dev.pawl.workflow.keys.Shape.BOOLEAN;
import static dev.pawl.workflow.keys.Shape.NOTHING;
import static dev.pawl.workflow.keys.Shape.TEXT;
import static dev.pawl.workflow.keys.Shape.WORD;
import static dev.pawl.workflow.keys.Shape.choice;
import static dev.pawl.workflow.keys.Shape.fields;
import static dev.pawl.workflow.keys.Shape.listOf;
import static dev.pawl.workflow.keys.Shape.mapOf;
import static dev.pawl.workflow.keys.Shape.oneOf;
import static dev.pawl.workflow.keys.Shape.scalar;

import java.util.List;

/// The keys of a composite action's `action.yml`.
final class ActionKeys {

  private static final Shape INPUTS = oneOf(NOTHING, mapOf(oneOf(NOTHING, fields(ACTION_INPUT))));
  private static final Shape OUTPUTS = oneOf(NOTHING, mapOf(fields(ACTION_OUTPUT)));

  // spotless:off
  static final List<Key> ROWS = List.of(
      //       place          key                   status          shape                        expressions           note
      of(      ACTION,        "name",               SUPPORTED,      TEXT,                        NONE,                 "what people see"),
      of(      ACTION,        "description",        SUPPORTED,      TEXT,                        NONE,                 "what people see"),
      of(      ACTION,        "author",             SUPPORTED,      TEXT,                        NONE,                 "what people see"),
      of(      ACTION,        "branding",           WITHOUT_EFFECT, ANYTHING,                    NONE,                 "there is no place where it would be shown"),
      of(      ACTION,        "inputs",             SUPPORTED,      INPUTS,                      NONE,                 "what `with` may give, by name"),
      of(      ACTION,        "outputs",            SUPPORTED,      OUTPUTS,                     NONE,                 "what later steps see, by name"),
      required(ACTION,        "runs",               SUPPORTED,      fields(ACTION_RUNS),         NONE,                 "what the action does"),

      of(      ACTION_INPUT,  "description",        SUPPORTED,      TEXT,                        NONE,                 "what people see"),
      of(      ACTION_INPUT,  "required",           SUPPORTED,      BOOLEAN,                     NONE,                 "whether it must be given"),
      of(      ACTION_INPUT,  "default",            SUPPORTED,      TEXT,                        Scope.ACTION_INPUT,   "what it is where it is not given"),
      of(      ACTION_INPUT,  "deprecationMessage", SUPPORTED,      TEXT,                        NONE,                 "what whoever gives it is told"),
      of(      ACTION_OUTPUT, "description",        SUPPORTED,      TEXT,                        NONE,                 "what people see"),
      required(ACTION_OUTPUT, "value",              SUPPORTED,      TEXT,                        Scope.ACTION_OUTPUT,  "its value, from the outputs of steps"),

      required(ACTION_RUNS,   "using",              SUPPORTED,      choice("composite"),         NONE,                 "`composite`"),
      required(ACTION_RUNS,   "steps",              SUPPORTED,      listOf(fields(ACTION_STEP)), NONE,                 "in order; at least one"),

      of(      ACTION_STEP,   "name",               SUPPORTED,      TEXT,                        Scope.ACTION_STEP,    "what people see"),
      of(      ACTION_STEP,   "id",                 SUPPORTED,      WORD,                        NONE,                 "the step's name for other steps; unique in the action"),
      of(      ACTION_STEP,   "if",                 SUPPORTED,      scalar(Format.CONDITION),    Scope.ACTION_STEP_IF, "the condition under which the step runs"),
      of(      ACTION_STEP,   "run",                SUPPORTED,      scalar(Format.SCRIPT),       Scope.ACTION_STEP,    "the script; required unless the step `uses` an action"),
      of(      ACTION_STEP,   "shell",              SUPPORTED,      WORD,                        Scope.ACTION_STEP,    "`bash`, `sh`, `python`, or a command with `{0}`; required with `run`"),
      of(      ACTION_STEP,   "working-directory",  SUPPORTED,      WORD,                        Scope.ACTION_STEP,    "relative to the workspace"),
      of(      ACTION_STEP,   "uses",               SUPPORTED,      WORD,                        NONE,                 "another action"),
      of(      ACTION_STEP,   "with",               SUPPORTED,      mapOf(TEXT),                 Scope.ACTION_STEP,    "its inputs"),
      of(      ACTION_STEP,   "env",                SUPPORTED,      mapOf(TEXT),                 Scope.ACTION_STEP,    "environment of the step"),
      of(      ACTION_STEP,   "continue-on-error",  SUPPORTED,      BOOLEAN,                     Scope.ACTION_STEP,    "whether the action may succeed where the step fails"));
  // spotless:on

  private ActionKeys() {}
}
