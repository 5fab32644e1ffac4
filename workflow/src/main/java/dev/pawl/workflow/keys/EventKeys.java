package dev.pawl.workflow.keys;

import static dev.pawl.workflow.keys.KeyStatus.NOT_EXECUTED;
import static dev.pawl.workflow.keys.KeyStatus.PART;
import static dev.pawl.workflow.keys.KeyStatus.SUPPORTED;
import static dev.pawl.workflow.keys.KeyStatus.WITHOUT_EFFECT;
import static dev.pawl.workflow.keys.Place.CALL;
import static dev.pawl.workflow.keys.Place.CALL_INPUT;
import static dev.pawl.workflow.keys.Place.CALL_OUTPUT;
import static dev.pawl.workflow.keys.Place.CALL_SECRET;
import static dev.pawl.workflow.keys.Place.DISPATCH;
import static dev.pawl.workflow.keys.Place.DISPATCH_INPUT;
import static dev.pawl.workflow.keys.Place.ON;
import static dev.pawl.workflow.keys.Place.SCHEDULE;
import static dev.pawl.workflow.keys.Row.key;
import static dev.pawl.workflow.keys.Row.required;
import static dev.pawl.workflow.keys.Scope.NONE;
import static dev.pawl.workflow.keys.Shapes.BOOLEAN;
import static dev.pawl.workflow.keys.Shapes.NOTHING;
import static dev.pawl.workflow.keys.Shapes.TEXT;
import static dev.pawl.workflow.keys.Shapes.choice;
import static dev.pawl.workflow.keys.Shapes.fields;
import static dev.pawl.workflow.keys.Shapes.listOf;
import static dev.pawl.workflow.keys.Shapes.mapOf;
import static dev.pawl.workflow.keys.Shapes.oneOf;
import static dev.pawl.workflow.keys.Shapes.scalar;

import dev.pawl.workflow.model.Filter;
import java.util.List;
import java.util.stream.Stream;

/// The keys of `on`: an event each, and what is under it.
public final class EventKeys {

  private static final Shape DISPATCH_TYPES =
      choice("string", "number", "boolean", "choice", "environment");
  private static final Shape CALL_TYPES = choice("string", "number", "boolean");
  private static final Shape DISPATCH_INPUTS =
      oneOf(NOTHING, mapOf(oneOf(NOTHING, fields(DISPATCH_INPUT))));
  private static final Shape SECRETS = oneOf(NOTHING, mapOf(oneOf(NOTHING, fields(CALL_SECRET))));

  // spotless:off
  private static final List<Key> OWN = List.of(
      //       place           key                  status          shape                                  expressions        note
      key(     ON,             Events.SCHEDULE,     NOT_EXECUTED,   listOf(fields(SCHEDULE)),              NONE,              "at certain times: nothing in this version watches the clock; `pawl run --event schedule` starts it"),
      key(     ON,             Events.DISPATCH,     SUPPORTED,      oneOf(NOTHING, fields(DISPATCH)),      NONE,              "by hand"),
      key(     ON,             Events.CALL,         SUPPORTED,      oneOf(NOTHING, fields(CALL)),          NONE,              "as a job of another workflow"),

      required(SCHEDULE,       "cron",              PART,           scalar(Format.CRON),                   NONE,              "minute, hour, day of the month, month, day of the week"),
      key(     SCHEDULE,       "timezone",          PART,           scalar(Format.TIMEZONE),               NONE,              "`UTC` if there is none"),

      key(     DISPATCH,       "inputs",            SUPPORTED,      DISPATCH_INPUTS,                       NONE,              "what may be given, by name"),
      key(     DISPATCH_INPUT, "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      key(     DISPATCH_INPUT, "type",              SUPPORTED,      DISPATCH_TYPES,                        NONE,              "`string` if there is none"),
      key(     DISPATCH_INPUT, "required",          SUPPORTED,      BOOLEAN,                               NONE,              "whether it must be given"),
      key(     DISPATCH_INPUT, "default",           SUPPORTED,      TEXT,                                  NONE,              "what it is where it is not given"),
      key(     DISPATCH_INPUT, "options",           SUPPORTED,      listOf(TEXT),                          NONE,              "of a choice; at least one"),
      key(     DISPATCH_INPUT, "deprecationMessage", WITHOUT_EFFECT, TEXT,                                 NONE,              "nobody is told of it yet"),

      key(     CALL,           "inputs",            SUPPORTED,      oneOf(NOTHING, mapOf(fields(CALL_INPUT))), NONE,          "what a caller may give, by name"),
      key(     CALL,           "secrets",           SUPPORTED,      SECRETS,                               NONE,              "the secrets that a caller may pass, by name"),
      key(     CALL,           "outputs",           SUPPORTED,      oneOf(NOTHING, mapOf(fields(CALL_OUTPUT))), NONE,         "what the caller's other jobs see, by name"),
      key(     CALL_INPUT,     "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      required(CALL_INPUT,     "type",              SUPPORTED,      CALL_TYPES,                            NONE,              "what it is"),
      key(     CALL_INPUT,     "required",          SUPPORTED,      BOOLEAN,                               NONE,              "whether it must be given"),
      key(     CALL_INPUT,     "default",           SUPPORTED,      TEXT,                                  Scope.RUN,         "what it is where it is not given"),
      key(     CALL_SECRET,    "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      key(     CALL_SECRET,    "required",          SUPPORTED,      BOOLEAN,                               NONE,              "whether it must be passed"),
      key(     CALL_OUTPUT,    "description",       SUPPORTED,      TEXT,                                  NONE,              "for readers of the file"),
      required(CALL_OUTPUT,    "value",             SUPPORTED,      TEXT,                                  Scope.CALL_OUTPUT, "its value, from the outputs of jobs"));
  // spotless:on

  static final List<Key> ROWS =
      Stream.concat(Events.ROWS.stream().flatMap(EventKeys::rows), OWN.stream()).toList();

  private static Stream<Key> rows(Event event) {
    if (event.filters().isEmpty()) {
      return Stream.of(key(ON, event.name(), SUPPORTED, NOTHING, NONE, ""));
    }
    Place place = Place.ofEvent(event.name());
    return Stream.concat(
        Stream.of(key(ON, event.name(), SUPPORTED, oneOf(NOTHING, fields(place)), NONE, "")),
        event.filters().stream().map(filter -> row(place, filter, event)));
  }

  private static Key row(Place place, Filter filter, Event event) {
    Shape item =
        switch (filter) {
          case BRANCHES, BRANCHES_IGNORE, TAGS, TAGS_IGNORE, PATHS, PATHS_IGNORE ->
              scalar(Format.PATTERN);
          case TYPES -> event.types().isEmpty() ? Shapes.WORD : new Shape.Choice(event.types());
          case WORKFLOWS, NAMES, VERSIONS -> Shapes.WORD;
        };
    return key(place, filter.key(), status(filter), oneOf(item, listOf(item)), NONE, note(filter));
  }

  private static KeyStatus status(Filter filter) {
    return switch (filter) {
      case BRANCHES, BRANCHES_IGNORE, TAGS, TAGS_IGNORE, PATHS, PATHS_IGNORE, TYPES, WORKFLOWS ->
          SUPPORTED;
      case NAMES, VERSIONS -> WITHOUT_EFFECT;
    };
  }

  private static String note(Filter filter) {
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
