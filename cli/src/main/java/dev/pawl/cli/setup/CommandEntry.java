package dev.pawl.cli.setup;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// One command of picocli's model, as the generators of completion and manual see it.
///
/// @param path its words after `pawl`, as in `token list`; empty for `pawl` itself
record CommandEntry(String path, CommandSpec spec) {

  /// All visible commands: `pawl` itself, then its commands in the order of the help, each followed
  /// by its own.
  static List<CommandEntry> all(CommandSpec root) {
    return below(new CommandEntry("", root)).toList();
  }

  private static Stream<CommandEntry> below(CommandEntry command) {
    return Stream.concat(
        Stream.of(command), command.children().stream().flatMap(CommandEntry::below));
  }

  /// Its visible commands.
  List<CommandEntry> children() {
    return spec.subcommands().values().stream()
        .distinct()
        .map(CommandLine::getCommandSpec)
        .filter(child -> !child.usageMessage().hidden())
        .map(child -> new CommandEntry((path + " " + child.name()).strip(), child))
        .toList();
  }

  /// Its last word.
  String name() {
    return spec.name();
  }

  String qualifiedName() {
    return ("pawl " + path).strip();
  }

  /// The visible options, in the order of their long names.
  List<OptionSpec> options() {
    return spec.options().stream()
        .filter(option -> !option.hidden())
        .sorted((a, b) -> a.longestName().compareTo(b.longestName()))
        .toList();
  }

  List<PositionalParamSpec> parameters() {
    return spec.positionalParameters().stream().filter(one -> !one.hidden()).toList();
  }

  /// The paragraphs of its description.
  List<String> description() {
    return List.of(spec.usageMessage().description());
  }

  /// The first sentence of its description, without the full stop.
  String summary() {
    String first = String.join(" ", description());
    int end = first.indexOf(". ");
    return (end < 0 ? first : first.substring(0, end)).replaceFirst("\\.$", "");
  }

  /// The command with its parameters, for people.
  String synopsis() {
    String options = options().isEmpty() ? "" : " [OPTION]...";
    String parameters =
        parameters().stream().map(CommandEntry::usage).collect(Collectors.joining());
    return qualifiedName() + options + parameters;
  }

  private static String usage(PositionalParamSpec parameter) {
    String label =
        parameter.required() ? parameter.paramLabel() : "[" + parameter.paramLabel() + "]";
    return " " + label + (parameter.arity().max() > 1 ? "..." : "");
  }

  /// The name of the shell function or variable for it.
  String identifier() {
    return qualifiedName().replaceAll("[^A-Za-z0-9]+", "_");
  }
}
