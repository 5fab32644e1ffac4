package dev.pawl.workflow.trigger;

import dev.pawl.expression.Value;
import dev.pawl.workflow.diagnostics.Nearest;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.model.Input;
import java.util.List;

/// What values an input takes. What comes from a command line or a form is text, so texts that say
/// a number or a boolean are one.
record InputType(Input.Type type, List<String> options) {

  static InputType of(Input input) {
    return new InputType(input.type(), input.options());
  }

  Value convert(Value given) throws Wrong {
    if (!given.isPrimitive()) {
      throw new Wrong("takes %s, not a list or an object".formatted(words()));
    }
    return switch (type) {
      case STRING, ENVIRONMENT -> new Value.Text(given.text());
      case NUMBER -> number(given);
      case BOOLEAN -> bool(given);
      case CHOICE -> choice(given.text());
    };
  }

  /// What it is where nothing is given and nothing to fall back to.
  Value nothing() {
    return switch (type) {
      case STRING, ENVIRONMENT, CHOICE -> new Value.Text("");
      case NUMBER -> new Value.Num(0);
      case BOOLEAN -> Value.Bool.FALSE;
    };
  }

  private Value number(Value given) throws Wrong {
    boolean isOne = given instanceof Value.Num || given instanceof Value.Text;
    double number = given.number();
    if (!isOne || given.text().isBlank() || Double.isNaN(number)) {
      throw refused(given);
    }
    return new Value.Num(number);
  }

  private Value bool(Value given) throws Wrong {
    return switch (given.text()) {
      case "true" -> Value.Bool.TRUE;
      case "false" -> Value.Bool.FALSE;
      default -> throw refused(given);
    };
  }

  private Value choice(String given) throws Wrong {
    if (options.contains(given)) {
      return new Value.Text(given);
    }
    String hint = Nearest.hint(given, options);
    throw new Wrong(
        "is one of %s, not %s%s"
            .formatted(
                Printable.line(String.join(", ", options)),
                Printable.quoted(given),
                hint.isEmpty() ? "" : "; " + hint));
  }

  private Wrong refused(Value given) {
    return new Wrong("takes %s, not %s".formatted(words(), Printable.quoted(given.text())));
  }

  private String words() {
    return switch (type) {
      case STRING, ENVIRONMENT -> "a text";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case CHOICE -> "one of its options";
    };
  }
}
