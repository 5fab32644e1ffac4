package dev.pawl.agent.commands;

/// Reads the lines of a text one after another, with their positions. A line ends with LF or CRLF.
final class LineReader {

  private final String text;
  private int number;
  private int from;
  private int endOfText;
  private int end;

  LineReader(String text) {
    this.text = text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  /// Moves to the next line. Returns false if there is none.
  boolean next() {
    if (end == text.length()) {
      return false;
    }
    number++;
    from = end;
    int feed = text.indexOf('\n', from);
    end = feed < 0 ? text.length() : feed + 1;
    endOfText = feed < 0 ? text.length() : feed;
    if (endOfText > from && text.charAt(endOfText - 1) == '\r') {
      endOfText--;
    }
    return true;
  }

  /// The line without its line end.
  String line() {
    return text.substring(from, endOfText);
  }

  /// The number of the line, from 1.
  int number() {
    return number;
  }

  /// The position of the line's end, before its line end.
  int endOfText() {
    return endOfText;
  }

  /// The position of the next line.
  int end() {
    return end;
  }

  String between(int start, int stop) {
    return text.substring(start, stop);
  }
}
