package dev.pawl.workflow.reader.check;

import dev.pawl.expression.ExpressionError;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.keys.ContextAvailability;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The message and hint for a malformed expression.
record ExpressionProblem(String message, String hint) {

  private static final String LOCATED = ". Located at position";
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,99}");
  private static final List<String> FUNCTIONS =
      List.of("contains", "startsWith", "endsWith", "format", "join", "toJSON", "fromJSON", "case");

  /// The problem of a parse error.
  ///
  /// @param text the text that the error's offset refers to
  static ExpressionProblem of(ExpressionError error, String text, ContextAvailability contexts) {
    String word = wordAt(text, error.offset());
    String message = error.message();
    if (message.startsWith("Unrecognized named-value") && !word.isEmpty()) {
      return context(word, contexts);
    }
    if (message.startsWith("Unrecognized function") && !word.isEmpty()) {
      return function(word, contexts);
    }
    int end = message.indexOf(LOCATED);
    String first = end < 0 ? message : message.substring(0, end);
    return new ExpressionProblem(
        "in this expression: "
            + first.substring(0, 1).toLowerCase(Locale.ROOT)
            + first.substring(1),
        "");
  }

  private static ExpressionProblem context(String name, ContextAvailability contexts) {
    String here = "available here: " + listed(contexts.contexts());
    boolean isElsewhere =
        Arrays.stream(ContextAvailability.values()).anyMatch(other -> has(other.contexts(), name));
    if (isElsewhere) {
      return new ExpressionProblem(PrintableText.quoted(name) + " cannot be used here", here);
    }
    String nearest = SpellingSuggestion.hint(name, contexts.contexts());
    return new ExpressionProblem(
        "unknown context " + PrintableText.quoted(name), nearest.isEmpty() ? here : nearest);
  }

  private static ExpressionProblem function(String name, ContextAvailability contexts) {
    List<String> known = Stream.concat(FUNCTIONS.stream(), contexts.functions().stream()).toList();
    boolean isElsewhere =
        Arrays.stream(ContextAvailability.values()).anyMatch(other -> has(other.functions(), name));
    if (isElsewhere) {
      return new ExpressionProblem(
          PrintableText.quoted(name + "()") + " cannot be used here",
          "available here: " + listed(known));
    }
    String nearest = SpellingSuggestion.hint(name, known);
    return new ExpressionProblem(
        "unknown function " + PrintableText.quoted(name),
        nearest.isEmpty() ? "available here: " + listed(known) : nearest);
  }

  private static boolean has(List<String> names, String name) {
    return names.stream().anyMatch(name::equalsIgnoreCase);
  }

  private static String listed(List<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  private static String wordAt(String text, int offset) {
    Matcher matcher = WORD.matcher(text);
    boolean found =
        offset >= 0 && offset < text.length() && matcher.region(offset, text.length()).lookingAt();
    return found ? matcher.group() : "";
  }
}
