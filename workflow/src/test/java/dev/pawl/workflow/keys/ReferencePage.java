package dev.pawl.workflow.keys;

import static java.util.stream.Collectors.joining;

import dev.pawl.workflow.model.trigger.EventFilter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Renders the [KeyTable] as a Markdown page.
final class ReferencePage {

  static String render() {
    return HEAD
        + sections(KeyTable.ROWS)
        + permissions()
        + events()
        + "\n# Composite actions\n\nThe keys of `action.yml`. At its top and in an input, any other key has no"
        + " effect, with a warning.\n"
        + sections(KeyTable.ACTION_ROWS)
        + scopes();
  }

  private static String sections(List<KeyDefinition> rows) {
    return rows.stream()
        .map(KeyDefinition::section)
        .distinct()
        .filter(place -> !isListed(place))
        .map(ReferencePage::section)
        .collect(joining());
  }

  /// Whether the section is rendered in a table of its own kind.
  private static boolean isListed(KeySection place) {
    return place == KeySection.PERMISSIONS
        || EventTable.ROWS.stream().anyMatch(event -> place.path().equals("on." + event.name()));
  }

  private static String section(KeySection place) {
    String rows =
        KeyTable.of(place).stream()
            .filter(key -> !isEvent(key))
            .map(ReferencePage::row)
            .collect(joining());
    return "\n## %s\n\n| key | value | expressions | status | note |\n| --- | --- | --- | --- | --- |\n%s"
        .formatted(place == KeySection.WORKFLOW ? "Top level" : "`" + place.path() + "`", rows);
  }

  private static boolean isEvent(KeyDefinition key) {
    return key.section() == KeySection.ON
        && EventTable.ROWS.stream().anyMatch(event -> event.name().equals(key.name()));
  }

  private static String row(KeyDefinition key) {
    return "| `%s`%s | %s | %s | %s | %s |\n"
        .formatted(
            key.name(),
            key.isRequired() ? " (required)" : "",
            value(key.shape()),
            key.contexts().allowsExpressions()
                ? "[%1$s](#%1$s)".formatted(name(key.contexts()))
                : "",
            key.status().label(),
            key.note().replace("|", "\\|"));
  }

  private static String value(ValueShape shape) {
    return switch (shape) {
      case ValueShape.Scalar(ScalarFormat format) -> format.described();
      case ValueShape.Choice(List<String> words) ->
          words.equals(EventTable.names())
              ? "an event"
              : words.stream().map(ReferencePage::code).collect(joining(" "));
      case ValueShape.Computed _ -> "one expression";
      case ValueShape.Nothing _ -> "nothing";
      case ValueShape.ListOf(ValueShape item) -> "a list, each " + value(item);
      case ValueShape.MapOf(ValueShape inner) -> "a mapping of names, each to " + value(inner);
      case ValueShape.Fields(KeySection place) -> "a mapping: `" + place.path() + "`";
      case ValueShape.Anything _ -> "any value";
      case ValueShape.OneOf(List<ValueShape> shapes) ->
          shapes.stream().map(ReferencePage::value).collect(joining("; or "));
    };
  }

  private static String permissions() {
    return "\n## `permissions`\n\n`read-all`, `write-all`, or a mapping:\n\n| key | levels |\n| --- | --- |\n"
        + KeyTable.of(KeySection.PERMISSIONS).stream()
            .map(key -> "| `%s` | %s |\n".formatted(key.name(), value(key.shape())))
            .collect(joining());
  }

  private static String events() {
    return "\n## Events\n\nBeside the three above. A filter is a value or a list of them;\n"
        + "`names` and `versions` have no effect, with a warning.\n\n"
        + "| event | filters | types |\n| --- | --- | --- |\n"
        + EventTable.ROWS.stream()
            .map(event ->
                "| `%s` | %s | %s |\n"
                    .formatted(
                        event.name(),
                        event.filters().stream()
                            .map(EventFilter::key)
                            .map(ReferencePage::code)
                            .collect(joining(" ")),
                        event.filters().contains(EventFilter.TYPES) && event.types().isEmpty()
                            ? "any"
                            : event.types().stream()
                                .map(ReferencePage::code)
                                .collect(joining(" "))))
            .collect(joining());
  }

  private static String scopes() {
    return "\n# Expressions\n\nWhat they may use, by the word in the column above.\n"
        + Arrays.stream(ContextAvailability.values())
            .filter(ContextAvailability::allowsExpressions)
            .map(scope ->
                "\n## %s\n\n%s%s\n"
                    .formatted(
                        name(scope),
                        scope.contexts().stream().map(ReferencePage::code).collect(joining(" ")),
                        scope.functions().isEmpty()
                            ? ""
                            : "; "
                                + scope.functions().stream()
                                    .map(function -> code(function + "()"))
                                    .collect(joining(" "))))
            .collect(joining());
  }

  private static String name(ContextAvailability scope) {
    return scope.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static final String HEAD =
      """
      <!-- Generated from the table of keys in the code; do not edit. To write it again:
           mvn -pl workflow -am test -Dtest=ReferenceDocTest -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.regenerate -->
      # Workflow reference

      Every key that a workflow file may have. The reader checks files by this very table, and so does
      [workflow.schema.json](workflow.schema.json), for editors. Any other key is an error.

      - A string may be written as a number or a boolean too; it becomes what an expression would make of it: `1.50` is
        `1.5`.
      - A duration is a whole number and its unit: `500ms` `30s` `10m` `8h` `2d`.
      - A pattern of branches, tags or paths has `*` `**` `?` `+` `[a-z]`, and `!` in front to leave out.
      - A condition is an expression, with or without its braces.
      - Where the column `expressions` has a word, `${{ … }}` may stand in the value, also in place of a number or a
        boolean; [below](#expressions) is what it may use. Everywhere there are `contains` `startsWith` `endsWith` `format`
        `join` `toJSON` `fromJSON` `case`.
      """;

  private ReferencePage() {}
}
