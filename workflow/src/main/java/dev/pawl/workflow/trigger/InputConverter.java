package dev.pawl.workflow.trigger;

import dev.pawl.expression.value.Value;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.model.trigger.InputDefinition;
import java.util.List;

/// Converts given values to an input's type. Values from a command line or a form are texts, so the
/// text of a number or a boolean is accepted as one.
record InputConverter(InputDefinition.Type type, List<String> options) {

  static InputConverter of(InputDefinition input) {
    return new InputConverter(input.type(), input.options());
  }

  Value convert(Value given) throws InvalidInputException {
    if (!given.isPrimitive()) {
      throw new InvalidInputException(
          "must be %s, not a list or an object".formatted(description()));
    }
    return switch (type) {
      case STRING, ENVIRONMENT -> new Value.Text(given.text());
      case NUMBER -> number(given);
      case BOOLEAN -> booleanValue(given);
      case CHOICE -> choice(given.text());
    };
  }

  /// The value where nothing is given and there is no default.
  Value emptyValue() {
    return switch (type) {
      case STRING, ENVIRONMENT, CHOICE -> new Value.Text("");
      case NUMBER -> new Value.Num(0);
      case BOOLEAN -> Value.Bool.FALSE;
    };
  }

  private Value number(Value given) throws InvalidInputException {
    boolean isOne = given instanceof Value.Num || given instanceof Value.Text;
    double number = given.number();
    if (!isOne || given.text().isBlank() || Double.isNaN(number)) {
      throw rejected(given);
    }
    return new Value.Num(number);
  }

  private Value booleanValue(Value given) throws InvalidInputException {
    return switch (given.text()) {
      case "true" -> Value.Bool.TRUE;
      case "false" -> Value.Bool.FALSE;
      default -> throw rejected(given);
    };
  }

  private Value choice(String given) throws InvalidInputException {
    if (options.contains(given)) {
      return new Value.Text(given);
    }
    String hint = SpellingSuggestion.hint(given, options);
    throw new InvalidInputException(
        "must be one of %s, not %s%s"
            .formatted(
                PrintableText.line(String.join(", ", options)),
                PrintableText.quoted(given),
                hint.isEmpty() ? "" : "; " + hint));
  }

  private InvalidInputException rejected(Value given) {
    return new InvalidInputException(
        "must be %s, not %s".formatted(description(), PrintableText.quoted(given.text())));
  }

  private String description() {
    return switch (type) {
      case STRING, ENVIRONMENT -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case CHOICE -> "one of its options";
    };
  }
}
