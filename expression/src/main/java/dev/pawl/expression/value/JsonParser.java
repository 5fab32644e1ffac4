package dev.pawl.expression.value;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses one JSON text.
final class JsonParser {

  private static final int MAX_DEPTH = 100;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final String text;
  private int at;
  private int depth;

  JsonParser(String text) {
    this.text = text;
  }

  Value parse() {
    Value value = value();
    skipSpace();
    if (at < text.length()) {
      throw wrong("nothing more");
    }
    return value;
  }

  private Value value() {
    skipSpace();
    if (at >= text.length()) {
      throw wrong("a value");
    }
    return switch (text.charAt(at)) {
      case '{' -> fields();
      case '[' -> array();
      case '"' -> new Value.Text(string());
      case 't' -> word("true", Value.Bool.TRUE);
      case 'f' -> word("false", Value.Bool.FALSE);
      case 'n' -> word("null", Value.Null.NULL);
      default -> number();
    };
  }

  private Value word(String word, Value value) {
    if (!text.startsWith(word, at)) {
      throw wrong("a value");
    }
    at += word.length();
    return value;
  }

  private Value number() {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) {
      throw wrong("a value");
    }
    at = number.end();
    return new Value.Num(Double.parseDouble(number.group()));
  }

  private Value array() {
    enter();
    List<Value> elements = new ArrayList<>();
    if (!isNext(']')) {
      do {
        elements.add(value());
      } while (isNext(','));
      expect(']');
    }
    depth--;
    return new Value.Array(elements);
  }

  private Value fields() {
    enter();
    SequencedMap<String, Value> fields = new LinkedHashMap<>();
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
    return new Value.Dict(fields);
  }

  private void enter() {
    at++;
    if (++depth > MAX_DEPTH) {
      throw wrong("a depth of at most " + MAX_DEPTH + " levels");
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
    int read = 0;
    for (int i = 0; i < 4; i++) {
      at++;
      if (at >= text.length() || !HexFormat.isHexDigit(text.charAt(at))) {
        throw wrong("a group of four hexadecimal digits");
      }
      read = read * 16 + HexFormat.fromHexDigit(text.charAt(at));
    }
    return (char) read;
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
    return new IllegalArgumentException("%s is expected at character %d".formatted(wanted, at + 1));
  }
}
