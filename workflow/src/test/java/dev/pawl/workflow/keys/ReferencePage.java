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
        + "\n# Composite actions\n\nThe keys of `action.yml`. At the top level and in an input, any other key is"
        + " ignored with a warning.\n"
        + sections(KeyTable.ACTION_ROWS)
        + scopes();
  }

  private static String sections(List<KeyDefinition> rows) {
    return rows.stream()
        .map(KeyDefinition::section)
        .distinct()
        .filter(section -> !isListed(section))
        .map(ReferencePage::section)
        .collect(joining());
  }

  /// Whether the section is rendered in a table of its own kind.
  private static boolean isListed(KeySection section) {
    return section == KeySection.PERMISSIONS
        || EventTable.ROWS.stream().anyMatch(event -> section.path().equals("on." + event.name()));
  }

  private static String section(KeySection section) {
    String rows =
        KeyTable.of(section).stream()
            .filter(key -> !isEvent(key))
            .map(ReferencePage::row)
            .collect(joining());
    return "\n## %s\n\n| key | value | expressions | status | note |\n| --- | --- | --- | --- | --- |\n%s"
        .formatted(section == KeySection.WORKFLOW ? "Top level" : "`" + section.path() + "`", rows);
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
      case ValueShape.Fields(KeySection section) -> "a mapping: `" + section.path() + "`";
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
    return "\n## Events\n\nEvents besides the three above. A filter is one value or a list;\n"
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
    return "\n# Expressions\n\nThe contexts and functions of each entry in the column `expressions`.\n"
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

      This page lists every key of a workflow file. Pawl checks files against the same table. Any other key is an error.
      [workflow.schema.json](workflow.schema.json) is the same table for editors.

      - A string may be written as a number or a boolean. It is converted as in an expression: `1.50` becomes `1.5`.
      - A duration is a whole number and a unit: `500ms` `30s` `10m` `8h` `2d`.
      - A pattern of branches, tags or paths may contain `*` `**` `?` `+` `[a-z]`. `!` in front excludes.
      - A condition is an expression, with or without its braces.
      - Where the column `expressions` has an entry, the value may contain `${{ … }}`, also in place of a number or a
        boolean. The entry leads to the [contexts and functions](#expressions) that are available there. These functions
        are always available: `contains` `startsWith` `endsWith` `format` `join` `toJSON` `fromJSON` `case`.
      """;

  private ReferencePage() {}
}
