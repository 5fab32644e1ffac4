package dev.pawl.expression;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// A JSON value, as `fromJSON` and matrices made of outputs read it. Bounded in depth; an error
/// says where it is.
public sealed interface Json {

  /// `null`.
  record Null() implements Json {}

  /// `true` or `false`.
  record Bool(boolean value) implements Json {}

  /// A number, as it was written.
  record Numeral(String text) implements Json {}

  /// A string.
  record Text(String value) implements Json {}

  /// A list of values.
  record Array(List<Json> elements) implements Json {
    public Array {
      elements = List.copyOf(elements);
    }
  }

  /// Named values, in the order in which they were written.
  record Fields(SequencedMap<String, Json> fields) implements Json {
    public Fields {
      fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    }
  }

  /// The value that the text is.
  ///
  /// @throws IllegalArgumentException if it is none, with the place in the message
  static Json parse(String text) {
    return new JsonParser(text).parse();
  }

  /// As people read it: a string without quotes, all else as JSON.
  default String text() {
    return this instanceof Text(var value) ? value : json();
  }

  /// As JSON, without spaces.
  default String json() {
    return switch (this) {
      case Null _ -> "null";
      case Bool(var value) -> Boolean.toString(value);
      case Numeral(var text) -> text;
      case Text(var value) -> quoted(value);
      case Array(var elements) -> {
        List<String> parts = new ArrayList<>();
        elements.forEach(element -> parts.add(element.json()));
        yield "[" + String.join(",", parts) + "]";
      }
      case Fields(var fields) -> {
        List<String> parts = new ArrayList<>();
        fields.forEach((name, value) -> parts.add(quoted(name) + ":" + value.json()));
        yield "{" + String.join(",", parts) + "}";
      }
    };
  }

  private static String quoted(String value) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\' -> quoted.append('\\').append(c);
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        default -> quoted.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
      }
    }
    return quoted.append('"').toString();
  }
}
