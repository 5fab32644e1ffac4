package dev.pawl.expression.value;

import dev.pawl.expression.value.Value.Array;
import dev.pawl.expression.value.Value.Bool;
import dev.pawl.expression.value.Value.Dict;
import dev.pawl.expression.value.Value.Null;
import dev.pawl.expression.value.Value.Num;
import dev.pawl.expression.value.Value.Text;
import java.util.HexFormat;
import java.util.Map;

/// Writes values as JSON without spaces.
public final class JsonWriter {

  static void compact(Value value, StringBuilder out) {
    switch (value) {
      case Null _ -> out.append("null");
      case Bool(boolean bool) -> out.append(bool);
      case Num(double number) -> out.append(Numbers.json(number));
      case Text(String text) -> quote(text, out);
      case Array array -> array(array, out);
      case Dict dict -> dict(dict, out);
    }
  }

  private static void array(Array array, StringBuilder out) {
    String before = "[";
    for (Value element : array.elements()) {
      out.append(before);
      compact(element, out);
      before = ",";
    }
    out.append(array.elements().isEmpty() ? "[]" : "]");
  }

  private static void dict(Dict dict, StringBuilder out) {
    char before = '{';
    for (Map.Entry<String, Value> field : dict.fields().entrySet()) {
      quote(field.getKey(), out.append(before));
      compact(field.getValue(), out.append(':'));
      before = ',';
    }
    out.append(dict.fields().isEmpty() ? "{}" : "}");
  }

  public static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || StorableText.isUnpairedSurrogate(text, i)) {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private JsonWriter() {}
}
