package dev.pawl.cli;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.UnknownWordException;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// What is said of arguments that make no sense: a sentence and what to do next, where a page of
/// help would hide what is wrong.
final class UsageErrorHandler implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException problem, String[] arguments) {
    CommandLine command = problem.getCommandLine();
    System.err.println("pawl: " + what(problem, command) + next(problem, command));
    return ExitCode.INVALID;
  }

  private static String what(ParameterException problem, CommandLine command) {
    if (problem instanceof UnmatchedArgumentException unmatched) {
      String first = unmatched.getUnmatched().getFirst();
      if (unmatched.isUnknownOption()) {
        return "there is no option '%s'".formatted(first);
      }
      return hasCommands(command)
          ? "there is no command '%s%s'".formatted(within(command), first)
          : "'%s' is one argument too many".formatted(first);
    }
    String message = String.valueOf(problem.getMessage());
    return Character.toLowerCase(message.charAt(0)) + message.substring(1);
  }

  private static String next(ParameterException problem, CommandLine command) {
    String name = command.getCommandSpec().qualifiedName();
    return meant(problem, command)
        .map(meant ->
            "; did you mean %s?".formatted(hasCommands(command) ? name + " " + meant : meant))
        .orElse("; `%s --help` says what there is".formatted(name));
  }

  private static Optional<String> meant(ParameterException problem, CommandLine command) {
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

  /// What comes before the word: nothing, or the command that it is to be one of.
  private static String within(CommandLine command) {
    return command.getParent() == null ? "" : command.getCommandName() + " ";
  }
}
