package dev.pawl.cli.setup;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Renders `docs/commands.md` from the model of the commands.
final class CommandsPage {

  private static final String HEAD =
      """
      <!-- Generated from the commands in the code; do not edit. To write it again:
           mvn -pl cli -am test -Dtest=CommandsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.regenerate -->
      # Commands

      `pawl COMMAND --help` prints the same, and `pawl man | man -l -` shows it as a manual page. Relative paths are relative to
      the directory of `-C DIR`, which every command accepts before or after its name; by default it is the current one.

      | command | does |
      | --- | --- |
      """;

  static String render(List<CommandEntry> commands) {
    List<CommandEntry> all =
        commands.stream().filter(command -> !command.path().isEmpty()).toList();
    String table =
        all.stream()
            .map(command ->
                "| [`%s`](#%s) | %s |\n"
                    .formatted(
                        command.qualifiedName(),
                        command.qualifiedName().replace(' ', '-'),
                        cell(command.summary())))
            .collect(joining());
    String footer =
        Stream.of(commands.getFirst().spec().usageMessage().footer()).collect(joining("\n"));
    return HEAD
        + table
        + footer.strip().lines().map(line -> line + "\n").collect(joining("", "\n", ""))
        + all.stream().map(CommandsPage::section).collect(joining());
  }

  private static String section(CommandEntry command) {
    return "\n## %s\n\n```\n%s\n```\n\n%s\n"
            .formatted(
                command.qualifiedName(),
                command.synopsis(),
                String.join("\n", command.description()))
        + arguments(command)
        + Stream.of(command.spec().usageMessage().footer())
            .filter(line -> !line.isBlank())
            .map(line -> "    " + line + "\n")
            .collect(joining())
            .transform(lines -> lines.isEmpty() ? "" : "\n" + lines);
  }

  private static String arguments(CommandEntry command) {
    String rows =
        Stream.concat(
                command.parameters().stream(),
                command.options().stream().filter(option -> !option.inherited()))
            .map(CommandsPage::row)
            .collect(joining());
    return rows.isEmpty() ? "" : "\n| argument | meaning |\n| --- | --- |\n" + rows;
  }

  private static String row(ArgSpec argument) {
    String names =
        argument instanceof OptionSpec option
            ? Stream.of(option.names()).collect(joining("`, `")) + value(option)
            : argument.paramLabel();
    return "| `%s` | %s |\n".formatted(cell(names), cell(String.join(" ", argument.description())));
  }

  private static String value(OptionSpec option) {
    return ArgumentValues.isRequired(option) ? " " + option.paramLabel() : "";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private CommandsPage() {}
}
