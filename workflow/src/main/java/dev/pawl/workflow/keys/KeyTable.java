package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.KeyStatus.NOT_YET;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.KeyStatus.WITHOUT_EFFECT;
import static dev.pawl.workflow.keys.Place.DEFAULTS;
import static dev.pawl.workflow.keys.Place.DEFAULTS_RUN;
import static dev.pawl.workflow.keys.Place.JOB;
import static dev.pawl.workflow.keys.Place.STEP;
import static dev.pawl.workflow.keys.Place.WORKFLOW;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Every key that the language knows, and what becomes of it.
///
/// The only place that says so: the reader asks it, and what is written about keys for people and
/// for editors comes from it. Hence no key can be ignored in silence.
public final class KeyTable {

  // spotless:off
  public static final List<Key> ROWS = List.of(
      //      place         key                       status          note
      new Key(WORKFLOW,     "name",                   SUPPORTED,      "what people see; the file's name if there is none"),
      new Key(WORKFLOW,     "description",            WITHOUT_EFFECT, "it is for readers of the file"),
      new Key(WORKFLOW,     "run-name",               WITHOUT_EFFECT, "runs are named after their workflow"),
      new Key(WORKFLOW,     "on",                     SUPPORTED,      "the events that start it; `pawl run` starts it whatever they are"),
      new Key(WORKFLOW,     "permissions",            WITHOUT_EFFECT, "jobs are given no token that could be limited"),
      new Key(WORKFLOW,     "env",                    SUPPORTED,      "environment of all steps"),
      new Key(WORKFLOW,     "defaults",               SUPPORTED,      "shell and working directory of all steps that name none"),
      new Key(WORKFLOW,     "concurrency",            NOT_YET,        "how many runs of a group may be active"),
      new Key(WORKFLOW,     "delay",                  NOT_YET,        "how long a run waits before it begins"),
      new Key(WORKFLOW,     "timeout-minutes",        NOT_YET,        "how long the whole run may take"),
      new Key(WORKFLOW,     "retry",                  NOT_YET,        "when a failed run is made again"),
      new Key(WORKFLOW,     "hooks",                  NOT_YET,        "scripts after the last job"),
      new Key(WORKFLOW,     "jobs",                   SUPPORTED,      "the jobs, by id; at least one"),

      new Key(DEFAULTS,     "run",                    SUPPORTED,      "defaults of steps that `run`"),
      new Key(DEFAULTS_RUN, "shell",                  SUPPORTED,      "`bash`, `sh` or `python`"),
      new Key(DEFAULTS_RUN, "working-directory",      SUPPORTED,      "relative to the workspace"),

      new Key(JOB,          "name",                   SUPPORTED,      "what people see; the job's id if there is none"),
      new Key(JOB,          "runs-on",                SUPPORTED,      "the labels that an agent must have; required"),
      new Key(JOB,          "needs",                  SUPPORTED,      "the jobs that must end before this one"),
      new Key(JOB,          "permissions",            WITHOUT_EFFECT, "jobs are given no token that could be limited"),
      new Key(JOB,          "env",                    SUPPORTED,      "environment of the job's steps, over the workflow's"),
      new Key(JOB,          "defaults",               SUPPORTED,      "shell and working directory of steps that name none"),
      new Key(JOB,          "timeout-minutes",        SUPPORTED,      "how long the steps may take; 360"),
      new Key(JOB,          "grace-period",           SUPPORTED,      "between SIGTERM and SIGKILL of a cancelled step; 30s"),
      new Key(JOB,          "steps",                  SUPPORTED,      "what the job does, in order; at least one"),
      new Key(JOB,          "if",                     NOT_YET,        "the condition under which the job runs"),
      new Key(JOB,          "strategy",               NOT_YET,        "a job for each cell of a matrix"),
      new Key(JOB,          "uses",                   NOT_YET,        "a reusable workflow as the job"),
      new Key(JOB,          "with",                   NOT_YET,        "the inputs of a reusable workflow"),
      new Key(JOB,          "secrets",                NOT_YET,        "the secrets of a reusable workflow"),
      new Key(JOB,          "outputs",                NOT_YET,        "values for the jobs that need this one"),
      new Key(JOB,          "continue-on-error",      NOT_YET,        "whether the run may succeed where the job fails"),
      new Key(JOB,          "cancel-timeout-minutes", NOT_YET,        "how long a cancelled job may take to end"),
      new Key(JOB,          "concurrency",            NOT_YET,        "how many jobs of a group may be active"),
      new Key(JOB,          "environment",            NOT_YET,        "where the job deploys to, with its protection"),
      new Key(JOB,          "approval",               NOT_YET,        "who must agree before the job runs"),
      new Key(JOB,          "wait",                   NOT_YET,        "how long the job waits before it is queued"),
      new Key(JOB,          "priority",               NOT_YET,        "which job goes first where agents are few"),
      new Key(JOB,          "retry",                  NOT_YET,        "when a failed job is tried again"),
      new Key(JOB,          "hooks",                  NOT_YET,        "scripts after success, failure or cancel"),
      new Key(JOB,          "container",              NOT_YET,        "an image in which the steps run"),
      new Key(JOB,          "services",               NOT_YET,        "containers beside the job"),
      new Key(JOB,          "snapshot",               NOT_YET,        "an image made of the machine after the job"),

      new Key(STEP,         "name",                   SUPPORTED,      "what people see; the first line of the script if there is none"),
      new Key(STEP,         "id",                     SUPPORTED,      "the step's name for other steps; unique in its job"),
      new Key(STEP,         "run",                    SUPPORTED,      "the script; required"),
      new Key(STEP,         "shell",                  SUPPORTED,      "`bash`, `sh` or `python`"),
      new Key(STEP,         "working-directory",      SUPPORTED,      "relative to the workspace"),
      new Key(STEP,         "env",                    SUPPORTED,      "environment of the step, over the job's"),
      new Key(STEP,         "if",                     NOT_YET,        "the condition under which the step runs"),
      new Key(STEP,         "uses",                   NOT_YET,        "an action as the step"),
      new Key(STEP,         "with",                   NOT_YET,        "the inputs of an action"),
      new Key(STEP,         "continue-on-error",      NOT_YET,        "whether the job may succeed where the step fails"),
      new Key(STEP,         "timeout-minutes",        NOT_YET,        "how long the step may take"),
      new Key(STEP,         "retry",                  NOT_YET,        "when a failed step is tried again in place"),
      new Key(STEP,         "hooks",                  NOT_YET,        "scripts after the step"),
      new Key(STEP,         "tool",                   NOT_YET,        "the tool whose outages hold the step back"),
      new Key(STEP,         "expected-exit-codes",    NOT_YET,        "exit codes that mean success"));
  // spotless:on

  private static final Map<Place, Map<String, Key>> INDEX =
      ROWS.stream().collect(groupingBy(Key::place, toMap(Key::name, key -> key)));

  public static Optional<Key> find(Place place, String name) {
    return Optional.ofNullable(INDEX.getOrDefault(place, Map.of()).get(name));
  }

  public static List<Key> of(Place place) {
    return ROWS.stream().filter(key -> key.place() == place).toList();
  }

  /// The places that know a key of this name, in the order of the table.
  public static List<Place> placesOf(String name) {
    return ROWS.stream().filter(key -> key.name().equals(name)).map(Key::place).toList();
  }

  private KeyTable() {}
}
