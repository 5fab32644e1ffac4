package dev.pawl.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads one JSON text, left to right.
final class JsonParser {

  private static final int DEEPEST = 100;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private int at;
  private int depth;

  JsonParser(String text) {
    this.text = text;
  }

  Json parse() {
    Json value = value();
    skipSpace();
    if (at < text.length()) {
      throw wrong("nothing more");
    }
    return value;
  }

  private Json value() {
    skipSpace();
    if (at >= text.length()) {
      throw wrong("a value");
    }
    return switch (text.charAt(at)) {
      case '{' -> fields();
      case '[' -> array();
      case '"' -> new Json.Text(string());
      case 't' -> word("true", new Json.Bool(true));
      case 'f' -> word("false", new Json.Bool(false));
      case 'n' -> word("null", new Json.Null());
      default -> number();
    };
  }

  private Json word(String word, Json value) {
    if (!text.startsWith(word, at)) {
      throw wrong("a value");
    }
    at += word.length();
    return value;
  }

  private Json number() {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) {
      throw wrong("a value");
    }
    at = number.end();
    return new Json.Numeral(number.group());
  }

  private Json array() {
    enter();
    List<Json> elements = new ArrayList<>();
    if (!isNext(']')) {
      do {
        elements.add(value());
      } while (isNext(','));
      expect(']');
    }
    depth--;
    return new Json.Array(elements);
  }

  private Json fields() {
    enter();
    SequencedMap<String, Json> fields = new LinkedHashMap<>();
    if (!isNext('}')) {
      do {
        skipSpace();
        String name = string();
        expect(':');
        fields.put(name, value());
      } while (isNext(','));
      expect('}');
    }
    depth--;
    return new Json.Fields(fields);
  }

  private void enter() {
    at++;
    if (++depth > DEEPEST) {
      throw wrong("at most " + DEEPEST + " levels");
    }
  }

  private String string() {
    if (at >= text.length() || text.charAt(at) != '"') {
      throw wrong("a string");
    }
    var read = new StringBuilder();
    for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
      char c = text.charAt(at);
      if (c < ' ') {
        throw wrong("no control character in a string");
      }
      read.append(c == '\\' ? escaped() : c);
    }
    expect('"');
    return read.toString();
  }

  private char escaped() {
    at++;
    char c = at < text.length() ? text.charAt(at) : ' ';
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw wrong("an escape");
    };
  }

  private char unicode() {
    if (at + 4 >= text.length()) {
      throw wrong("four hexadecimal digits");
    }
    try {
      char c = (char) Integer.parseInt(text, at + 1, at + 5, 16);
      at += 4;
      return c;
    } catch (NumberFormatException e) {
      throw wrong("four hexadecimal digits");
    }
  }

  private boolean isNext(char wanted) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void expect(char wanted) {
    if (!isNext(wanted)) {
      throw wrong("'" + wanted + "'");
    }
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private IllegalArgumentException wrong(String wanted) {
    return new IllegalArgumentException(
        "JSON: %s expected at character %d".formatted(wanted, at + 1));
  }
}
