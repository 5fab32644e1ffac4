package dev.pawl.expression;

import dev.pawl.expression.value.JsonWriter;
import dev.pawl.expression.value.Value;
import dev.pawl.expression.value.Value.Array;
import dev.pawl.expression.value.Value.Bool;
import dev.pawl.expression.value.Value.Dict;
import dev.pawl.expression.value.Value.Null;
import dev.pawl.expression.value.Value.Num;
import dev.pawl.expression.value.Value.Text;
import java.util.Map;

/// The function `toJSON`: JSON with a line for each element and field, indented by two spaces.
final class PrettyJson {

  private static final String LEVEL = "  ";

  private final BoundedTextBuilder out;

  private PrettyJson(MemoryBudget memory) {
    this.out = new BoundedTextBuilder(memory);
  }

  static Value write(Value value, MemoryBudget memory) throws ExpressionError {
    var pretty = new PrettyJson(memory);
    pretty.write(value, "\n");
    return pretty.out.text();
  }

  /// @param line the line break and indentation of the value's level
  private void write(Value value, String line) throws ExpressionError {
    switch (value) {
      case Null _ -> out.append("null");
      case Bool _, Num _ -> out.append(value.text());
      case Text(String text) -> quote(text);
      case Array array -> array(array, line);
      case Dict dict -> dict(dict, line);
    }
  }

  private void array(Array array, String line) throws ExpressionError {
    String before = "[";
    for (Value element : array.elements()) {
      out.append(before).append(line).append(LEVEL);
      write(element, line + LEVEL);
      before = ",";
    }
    close(array.elements().isEmpty(), "[]", line, "]");
  }

  private void dict(Dict dict, String line) throws ExpressionError {
    String before = "{";
    for (Map.Entry<String, Value> field : dict.fields().entrySet()) {
      out.append(before).append(line).append(LEVEL);
      quote(field.getKey());
      out.append(": ");
      write(field.getValue(), line + LEVEL);
      before = ",";
    }
    close(dict.fields().isEmpty(), "{}", line, "}");
  }

  private void close(boolean isEmpty, String empty, String line, String end)
      throws ExpressionError {
    if (isEmpty) {
      out.append(empty);
    } else {
      out.append(line).append(end);
    }
  }

  private void quote(String text) throws ExpressionError {
    var quoted = new StringBuilder();
    JsonWriter.quote(text, quoted);
    out.append(quoted.toString());
  }
}
