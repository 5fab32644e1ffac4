package dev.pawl.workflow.yaml;

import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.diagnostics.SourceText;

/// The position of a scalar's characters in its file.
///
/// Folding, indentation and line ends change only white space, so the n-th character that is not
/// white space is also the n-th one in the file. That finds any character without an index of all
/// of them. Escapes and doubled quotes count as the one character that they write.
///
/// @param from index of the first code point, of the quotation mark if there is one, or of an
///   anchor or tag before it
public record ScalarOrigin(SourceText source, int from, int to) {

  Position positionOf(String text, int offset) {
    long wanted =
        text.codePoints().limit(text.codePointCount(0, offset)).filter(c -> !isWhite(c)).count();
    int start = contentStart();
    int quote = start > from && isQuote(at(start - 1)) ? at(start - 1) : 0;
    int index = start;
    for (long seen = 0; index < to; ) {
      int length = lengthOfUnit(index, quote);
      boolean white = isWhiteUnit(index, quote);
      if (!white && seen++ == wanted) {
        return source.positionAt(index);
      }
      index += length;
    }
    return source.positionAt(Math.min(index, to));
  }

  /// The first index after anchors, tags, an opening quote or the header of a block.
  private int contentStart() {
    int index = from;
    while (index < to
        && (isWhite(at(index)) || at(index) == '&' || at(index) == '!' || at(index) == '#')) {
      index =
          switch (at(index)) {
            case '&', '!' -> skipWord(index);
            case '#' -> skipLine(index);
            default -> index + 1;
          };
    }
    return switch (at(index)) {
      case '|', '>' -> skipLine(index);
      case '\'', '"' -> index + 1;
      default -> index;
    };
  }

  private int skipWord(int index) {
    int end = index;
    while (end < to && !isWhite(at(end))) {
      end++;
    }
    return end;
  }

  private int skipLine(int index) {
    int end = index;
    while (end < to && at(end) != '\n' && at(end) != '\r') {
      end++;
    }
    return end;
  }

  private int lengthOfUnit(int index, int quote) {
    if (quote == '\'' && at(index) == '\'') {
      return 2;
    }
    if (quote != '"' || at(index) != '\\') {
      return 1;
    }
    return switch (at(index + 1)) {
      case 'x' -> 4;
      case 'u' -> 6;
      case 'U' -> 10;
      default -> 2;
    };
  }

  private boolean isWhiteUnit(int index, int quote) {
    if (quote != '"' || at(index) != '\\') {
      return isWhite(at(index));
    }
    return switch (at(index + 1)) {
      case 'n', 'r', 't' -> true;
      case 'x', 'u', 'U' -> isWhite(hex(index + 2, index + lengthOfUnit(index, quote)));
      default -> isWhite(at(index + 1));
    };
  }

  private int hex(int start, int end) {
    int value = 0;
    for (int index = start; index < end; index++) {
      value = value * 16 + Character.digit(at(index), 16);
    }
    return value;
  }

  private int at(int index) {
    return index < source.length() ? source.codePointAt(index) : 0;
  }

  private static boolean isQuote(int codePoint) {
    return codePoint == '\'' || codePoint == '"';
  }

  private static boolean isWhite(int codePoint) {
    return codePoint == ' ' || codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
  }
}
