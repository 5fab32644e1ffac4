package dev.pawl.cli;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.UnknownWordException;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Prints one line for wrong arguments: what is wrong, and what to do next. The whole help text
/// would hide the error.
final class UsageErrorHandler implements IParameterExceptionHandler {

  private static final Set<Class<?>> WHOLE_NUMBERS =
      Set.of(int.class, Integer.class, long.class, Long.class);

  @Override
  public int handleParseException(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    String text = problemText(problem, command);
    // A whole sentence has its own advice.
    System.err.println("pawl: " + text + (text.endsWith(".") ? "" : hint(problem, command)));
    return ExitCode.INVALID;
  }

  private static String problemText(ParameterException problem, CommandLine command) {
    if (problem instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().getFirst();
      if (unmatched.isUnknownOption()) {
        return "unknown option '%s'".formatted(first);
      }
      return hasCommands(command)
          ? "unknown command '%s%s'".formatted(prefix(command), first)
          : "unexpected argument '%s'".formatted(first);
    }
    return valueProblem(problem).orElseGet(() -> inLowerCase(String.valueOf(problem.getMessage())));
  }

  /// The problem of a value that has another type than its option or parameter.
  private static Optional<String> valueProblem(ParameterException problem) {
    String value = problem.getValue();
    ArgSpec argument = problem.getArgSpec();
    if (value == null || argument == null) {
      return Optional.empty();
    }
    String name =
        argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    return expectation(argument, value)
        .map(expected -> "%s expects %s, not '%s'".formatted(name, expected, value));
  }

  private static Optional<String> expectation(ArgSpec option, String value) {
    if (option.typeInfo().isMap()) {
      return Optional.of(option.paramLabel());
    }
    if (option.completionCandidates() != null) {
      List<String> names = new ArrayList<>();
      option.completionCandidates().forEach(names::add);
      int last = names.size() - 1;
      return Optional.of(String.join(", ", names.subList(0, last)) + " or " + names.get(last));
    }
    if (Arrays.stream(option.auxiliaryTypes()).anyMatch(WHOLE_NUMBERS::contains)) {
      boolean isTooLarge = value.matches("[0-9]+");
      return Optional.of(isTooLarge ? "a smaller number" : "a whole number");
    }
    return Optional.empty();
  }

  private static String inLowerCase(String message) {
    boolean isWord = message.length() > 1 && Character.isLowerCase(message.charAt(1));
    return isWord ? Character.toLowerCase(message.charAt(0)) + message.substring(1) : message;
  }

  private static String hint(ParameterException problem, CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    return suggestion(problem, command)
        .map(suggestion ->
            ". Did you mean `%s`?"
                .formatted(hasCommands(command) ? name + " " + suggestion : suggestion))
        .orElse(". Run `%s --help`.".formatted(name));
  }

  private static Optional<String> suggestion(ParameterException problem, CommandLine command) {
    if (problem instanceof UnknownWordException unknown) {
      return unknown.suggestion();
    }
    if (!(problem instanceof UnmatchedArgumentException unmatched)) {
      return Optional.empty();
    }
    List<String> known = new ArrayList<>(command.getSubcommands().keySet());
    known.addAll(command.getCommandSpec().optionsMap().keySet());
    return SpellingSuggestion.nearest(unmatched.getUnmatched().getFirst(), known);
  }

  private static boolean hasCommands(CommandLine command) {
    return !command.getSubcommands().isEmpty();
  }

  /// The prefix of a subcommand's name: empty, or the parent command.
  private static String prefix(CommandLine command) {
    return command.getParent() == null ? "" : command.getCommandName() + " ";
  }
}
