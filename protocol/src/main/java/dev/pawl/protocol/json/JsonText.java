package dev.pawl.protocol.json;

/// A JSON text as it is being written. The caller begins and ends objects and lists, and writes a
/// name in front of each value of an object; commas come by themselves.
///
/// It exists because most of what is written is a journal, many short texts: the generator of a
/// library took a quarter longer, with the same bytes (docs/adr/0023).
final class JsonText {

  private static final String HEX = "0123456789ABCDEF";

  private final StringBuilder text = new StringBuilder(1_024);

  /// Whether the next value follows another one of its object or list.
  private boolean isNext;

  /// A name as it is in a text, with its colon, for [#writeQuotedName].
  static String quotedName(String name) {
    var quoted = new JsonText();
    quoted.writeName(name);
    return quoted.toString();
  }

  void writeStartObject() {
    begin('{');
  }

  void writeEndObject() {
    end('}');
  }

  void writeStartArray() {
    begin('[');
  }

  void writeEndArray() {
    end(']');
  }

  private void begin(char bracket) {
    separate();
    text.append(bracket);
    isNext = false;
  }

  private void end(char bracket) {
    text.append(bracket);
    isNext = true;
  }

  void writeName(String name) {
    writeString(name);
    text.append(':');
    isNext = false;
  }

  void writeQuotedName(String quoted) {
    separate();
    text.append(quoted);
    isNext = false;
  }

  void writeString(String value) {
    separate();
    text.append('"');
    int length = value.length();
    int done = 0;
    for (int at = 0; at < length; at++) {
      char c = value.charAt(at);
      if (c < ' ' || c == '"' || c == '\\') {
        text.append(value, done, at);
        escape(c);
        done = at + 1;
      }
    }
    if (done == 0) {
      text.append(value);
    } else {
      text.append(value, done, length);
    }
    text.append('"');
  }

  private void escape(char c) {
    text.append('\\');
    switch (c) {
      case '"', '\\' -> text.append(c);
      case '\b' -> text.append('b');
      case '\t' -> text.append('t');
      case '\n' -> text.append('n');
      case '\f' -> text.append('f');
      case '\r' -> text.append('r');
      default -> text.append("u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
    }
  }

  void writeNumber(int value) {
    separate();
    text.append(value);
  }

  void writeNumber(long value) {
    separate();
    text.append(value);
  }

  /// A number that is none is a text: JSON cannot write it otherwise.
  void writeNumber(double value) {
    separate();
    if (Double.isFinite(value)) {
      text.append(value);
    } else {
      text.append('"').append(value).append('"');
    }
  }

  void writeBoolean(boolean value) {
    separate();
    text.append(value);
  }

  private void separate() {
    if (isNext) {
      text.append(',');
    }
    isNext = true;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
