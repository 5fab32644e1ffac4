package dev.pawl.agent.commands;

/// The lines of a text, one after another, each with its place. A line ends by LF or CRLF.
final class LineReader {

  private final String text;
  private int number;
  private int from;
  private int endOfText;
  private int end;

  LineReader(String text) {
    this.text = text.startsWith("\ufeff") ? text.substring(1) : text;
  }

  /// Goes on to the next line, if there is one.
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

  /// Without its end.
  String line() {
    return text.substring(from, endOfText);
  }

  /// From 1.
  int number() {
    return number;
  }

  /// Where what is read of the line is over.
  int endOfText() {
    return endOfText;
  }

  /// Where the next line begins.
  int end() {
    return end;
  }

  String between(int start, int stop) {
    return text.substring(start, stop);
  }
}
