package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.ContextAvailability.NONE;
import static dev.pawl.workflow.keys.KeyDefinition.key;
import static dev.pawl.workflow.keys.KeyDefinition.required;
import static dev.pawl.workflow.keys.KeySection.CALL;
import static dev.pawl.workflow.keys.KeySection.CALL_INPUT;
import static dev.pawl.workflow.keys.KeySection.CALL_OUTPUT;
import static dev.pawl.workflow.keys.KeySection.CALL_SECRET;
import static dev.pawl.workflow.keys.KeySection.DISPATCH;
import static dev.pawl.workflow.keys.KeySection.DISPATCH_INPUT;
import static dev.pawl.workflow.keys.KeySection.ON;
import static dev.pawl.workflow.keys.KeySection.SCHEDULE;
import static dev.pawl.workflow.keys.KeyStatus.NOT_EXECUTED;
import static dev.pawl.workflow.keys.KeyStatus.NO_EFFECT;
import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.ValueShapes.BOOLEAN;
import static dev.pawl.workflow.keys.ValueShapes.NOTHING;
import static dev.pawl.workflow.keys.ValueShapes.TEXT;
import static dev.pawl.workflow.keys.ValueShapes.choice;
import static dev.pawl.workflow.keys.ValueShapes.fields;
import static dev.pawl.workflow.keys.ValueShapes.listOf;
import static dev.pawl.workflow.keys.ValueShapes.mapOf;
import static dev.pawl.workflow.keys.ValueShapes.oneOf;
import static dev.pawl.workflow.keys.ValueShapes.scalar;

import dev.pawl.workflow.model.trigger.EventFilter;
import java.util.List;
import java.util.stream.Stream;

/// The keys of `on`: one for each event, and the keys below it.
public final class EventKeys {

  private static final ValueShape DISPATCH_TYPES =
      choice("string", "number", "boolean", "choice", "environment");
  private static final ValueShape CALL_TYPES = choice("string", "number", "boolean");
  private static final ValueShape DISPATCH_INPUTS =
      oneOf(NOTHING, mapOf(oneOf(NOTHING, fields(DISPATCH_INPUT))));
  private static final ValueShape SECRETS =
      oneOf(NOTHING, mapOf(oneOf(NOTHING, fields(CALL_SECRET))));

  // spotless:off
  private static final List<KeyDefinition> OWN = List.of(
      //       section         key                   status        shape                                       expressions                      note
      key(     ON,             EventTable.SCHEDULE,  NOT_EXECUTED, listOf(fields(SCHEDULE)),                   NONE,                            "this version does not start scheduled runs, use `pawl run --event schedule`"),
      key(     ON,             EventTable.DISPATCH,  SUPPORTED,    oneOf(NOTHING, fields(DISPATCH)),           NONE,                            "started by hand"),
      key(     ON,             EventTable.CALL,      SUPPORTED,    oneOf(NOTHING, fields(CALL)),               NONE,                            "called as a job of another workflow"),

      required(SCHEDULE,       "cron",               PART,         scalar(ScalarFormat.CRON),                  NONE,                            "minute, hour, day of the month, month, day of the week"),
      key(     SCHEDULE,       "timezone",           PART,         scalar(ScalarFormat.TIMEZONE),              NONE,                            "the time zone (default `UTC`)"),

      key(     DISPATCH,       "inputs",             SUPPORTED,    DISPATCH_INPUTS,                            NONE,                            "the inputs, by name"),
      key(     DISPATCH_INPUT, "description",        SUPPORTED,    TEXT,                                       NONE,                            "for readers of the file"),
      key(     DISPATCH_INPUT, "type",               SUPPORTED,    DISPATCH_TYPES,                             NONE,                            "the type (default `string`)"),
      key(     DISPATCH_INPUT, "required",           SUPPORTED,    BOOLEAN,                                    NONE,                            "whether it must be set"),
      key(     DISPATCH_INPUT, "default",            SUPPORTED,    TEXT,                                       NONE,                            "its value if it is not set"),
      key(     DISPATCH_INPUT, "options",            SUPPORTED,    listOf(TEXT),                               NONE,                            "the values of a choice, at least one"),
      key(     DISPATCH_INPUT, "deprecationMessage", NO_EFFECT,    TEXT,                                       NONE,                            "it is not shown yet"),

      key(     CALL,           "inputs",             SUPPORTED,    oneOf(NOTHING, mapOf(fields(CALL_INPUT))),  NONE,                            "the inputs that a caller may set, by name"),
      key(     CALL,           "secrets",            SUPPORTED,    SECRETS,                                    NONE,                            "the secrets that a caller may pass, by name"),
      key(     CALL,           "outputs",            SUPPORTED,    oneOf(NOTHING, mapOf(fields(CALL_OUTPUT))), NONE,                            "the outputs for the caller's other jobs, by name"),
      key(     CALL_INPUT,     "description",        SUPPORTED,    TEXT,                                       NONE,                            "for readers of the file"),
      required(CALL_INPUT,     "type",               SUPPORTED,    CALL_TYPES,                                 NONE,                            "the type of the input"),
      key(     CALL_INPUT,     "required",           SUPPORTED,    BOOLEAN,                                    NONE,                            "whether it must be set"),
      key(     CALL_INPUT,     "default",            SUPPORTED,    TEXT,                                       ContextAvailability.RUN,         "its value if it is not set"),
      key(     CALL_SECRET,    "description",        SUPPORTED,    TEXT,                                       NONE,                            "for readers of the file"),
      key(     CALL_SECRET,    "required",           SUPPORTED,    BOOLEAN,                                    NONE,                            "whether it must be passed"),
      key(     CALL_OUTPUT,    "description",        SUPPORTED,    TEXT,                                       NONE,                            "for readers of the file"),
      required(CALL_OUTPUT,    "value",              SUPPORTED,    TEXT,                                       ContextAvailability.CALL_OUTPUT, "its value, from the outputs of jobs"));
  // spotless:on

  static final List<KeyDefinition> ROWS =
      Stream.concat(EventTable.ROWS.stream().flatMap(EventKeys::rows), OWN.stream()).toList();

  private static Stream<KeyDefinition> rows(EventDefinition event) {
    if (event.filters().isEmpty()) {
      return Stream.of(key(ON, event.name(), SUPPORTED, NOTHING, NONE, ""));
    }
    KeySection section = KeySection.ofEvent(event.name());
    return Stream.concat(
        Stream.of(key(ON, event.name(), SUPPORTED, oneOf(NOTHING, fields(section)), NONE, "")),
        event.filters().stream().map(filter -> row(section, filter, event)));
  }

  private static KeyDefinition row(KeySection section, EventFilter filter, EventDefinition event) {
    ValueShape item =
        switch (filter) {
          case BRANCHES, BRANCHES_IGNORE, TAGS, TAGS_IGNORE, PATHS, PATHS_IGNORE ->
              scalar(ScalarFormat.PATTERN);
          case TYPES ->
              event.types().isEmpty() ? ValueShapes.WORD : new ValueShape.Choice(event.types());
          case WORKFLOWS, NAMES, VERSIONS -> ValueShapes.WORD;
        };
    return key(
        section, filter.key(), status(filter), oneOf(item, listOf(item)), NONE, note(filter));
  }

  private static KeyStatus status(EventFilter filter) {
    return switch (filter) {
      case BRANCHES, BRANCHES_IGNORE, TAGS, TAGS_IGNORE, PATHS, PATHS_IGNORE, TYPES, WORKFLOWS ->
          SUPPORTED;
      case NAMES, VERSIONS -> NO_EFFECT;
    };
  }

  private static String note(EventFilter filter) {
    return switch (filter) {
      case BRANCHES -> "the branches that start it";
      case BRANCHES_IGNORE -> "the branches that do not start it";
      case TAGS -> "the tags that start it";
      case TAGS_IGNORE -> "the tags that do not start it";
      case PATHS -> "the changed files that start it";
      case PATHS_IGNORE -> "the changed files that do not start it";
      case TYPES -> "the activity types that start it";
      case WORKFLOWS -> "the workflows that start it";
      case NAMES, VERSIONS -> "images are not filtered";
    };
  }

  private EventKeys() {}
}
