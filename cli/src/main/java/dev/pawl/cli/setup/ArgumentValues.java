package dev.pawl.cli.setup;

import java.util.List;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;

/// The values that a shell can complete for an option or a parameter.
sealed interface ArgumentValues {

  /// One of a few words.
  record Choice(List<String> words) implements ArgumentValues {}

  /// A file.
  record File() implements ArgumentValues {}

  /// A directory.
  record Directory() implements ArgumentValues {}

  /// The number of a run of the project.
  record RunNumber() implements ArgumentValues {}

  /// Any text.
  record Text() implements ArgumentValues {}

  static ArgumentValues of(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      List<String> words =
          StreamSupport.stream(argument.completionCandidates().spliterator(), false).toList();
      if (!words.isEmpty()) {
        return new Choice(words);
      }
    }
    return switch (argument.paramLabel()) {
      case "FILE", "FILE|DIR", "PATH" -> new File();
      case "DIR" -> new Directory();
      case "RUN" -> new RunNumber();
      default -> new Text();
    };
  }

  /// Whether an option has a value at all.
  static boolean isRequired(ArgSpec argument) {
    return argument.arity().max() > 0;
  }
}
