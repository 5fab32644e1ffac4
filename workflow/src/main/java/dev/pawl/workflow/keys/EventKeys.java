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
      //       place           key                  status          shape                                  expressions        note
      key(     ON,             EventTable.SCHEDULE,     NOT_EXECUTED,   listOf(fields(SCHEDULE)),              NONE,              "at certain times: nothing in this version watches the clock; `pawl run --event schedule` starts it"),
      key(     ON,             EventTable.DISPATCH,     SUPPORTED,      oneOf(NOTHING, fields(DISPATCH)),      NONE,              "by hand"),
      key(     ON,             EventTable.CALL,         SUPPORTED,      oneOf(NOTHING, fields(CALL)),          NONE,              "as a job of another workflow"),

      required(SCHEDULE,       "cron",              PART,           scalar(ScalarFormat.CRON),                   NONE,              "minute, hour, day of the month, month, day of the week"),
      key(     SCHEDULE,       "timezone",          PART,           scalar(ScalarFormat.TIMEZONE),               NONE,              "`UTC` if there is none"),

      key(     DISPATCH,       "inputs",            SUPPORTED,      DISPATCH_INPUTS,                       NONE,              "what may be given, by name"),
      key(     DISPATCH_INPUT, "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      key(     DISPATCH_INPUT, "type",              SUPPORTED,      DISPATCH_TYPES,                        NONE,              "`string` if there is none"),
      key(     DISPATCH_INPUT, "required",          SUPPORTED,      BOOLEAN,                               NONE,              "whether it must be given"),
      key(     DISPATCH_INPUT, "default",           SUPPORTED,      TEXT,                                  NONE,              "what it is where it is not given"),
      key(     DISPATCH_INPUT, "options",           SUPPORTED,      listOf(TEXT),                          NONE,              "of a choice; at least one"),
      key(     DISPATCH_INPUT, "deprecationMessage", NO_EFFECT, TEXT,                                 NONE,              "nobody is told of it yet"),

      key(     CALL,           "inputs",            SUPPORTED,      oneOf(NOTHING, mapOf(fields(CALL_INPUT))), NONE,          "what a caller may give, by name"),
      key(     CALL,           "secrets",           SUPPORTED,      SECRETS,                               NONE,              "the secrets that a caller may pass, by name"),
      key(     CALL,           "outputs",           SUPPORTED,      oneOf(NOTHING, mapOf(fields(CALL_OUTPUT))), NONE,         "what the caller's other jobs see, by name"),
      key(     CALL_INPUT,     "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      required(CALL_INPUT,     "type",              SUPPORTED,      CALL_TYPES,                            NONE,              "what it is"),
      key(     CALL_INPUT,     "required",          SUPPORTED,      BOOLEAN,                               NONE,              "whether it must be given"),
      key(     CALL_INPUT,     "default",           SUPPORTED,      TEXT,                                  ContextAvailability.RUN,         "what it is where it is not given"),
      key(     CALL_SECRET,    "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      key(     CALL_SECRET,    "required",          SUPPORTED,      BOOLEAN,                               NONE,              "whether it must be passed"),
      key(     CALL_OUTPUT,    "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      required(CALL_OUTPUT,    "value",             SUPPORTED,      TEXT,                                  ContextAvailability.CALL_OUTPUT, "its value, from the outputs of jobs"));
  // spotless:on

  static final List<KeyDefinition> ROWS =
      Stream.concat(EventTable.ROWS.stream().flatMap(EventKeys::rows), OWN.stream()).toList();

  private static Stream<KeyDefinition> rows(EventDefinition event) {
    if (event.filters().isEmpty()) {
      return Stream.of(key(ON, event.name(), SUPPORTED, NOTHING, NONE, ""));
    }
    KeySection place = KeySection.ofEvent(event.name());
    return Stream.concat(
        Stream.of(key(ON, event.name(), SUPPORTED, oneOf(NOTHING, fields(place)), NONE, "")),
        event.filters().stream().map(filter -> row(place, filter, event)));
  }

  private static KeyDefinition row(KeySection place, EventFilter filter, EventDefinition event) {
    ValueShape item =
        switch (filter) {
          case BRANCHES, BRANCHES_IGNORE, TAGS, TAGS_IGNORE, PATHS, PATHS_IGNORE ->
              scalar(ScalarFormat.PATTERN);
          case TYPES ->
              event.types().isEmpty() ? ValueShapes.WORD : new ValueShape.Choice(event.types());
          case WORKFLOWS, NAMES, VERSIONS -> ValueShapes.WORD;
        };
    return key(place, filter.key(), status(filter), oneOf(item, listOf(item)), NONE, note(filter));
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
      case BRANCHES -> "the branches that count";
      case BRANCHES_IGNORE -> "the branches that do not count";
      case TAGS -> "the tags that count";
      case TAGS_IGNORE -> "the tags that do not count";
      case PATHS -> "the changed files that count";
      case PATHS_IGNORE -> "the changed files that do not count";
      case TYPES -> "the activities that count";
      case WORKFLOWS -> "the workflows that count";
      case NAMES, VERSIONS -> "images are not told apart";
    };
  }

  private EventKeys() {}
}
