package dev.pawl.workflow.diagnostics;

/// Makes untrusted text from a file safe to print.
///
/// Invariant: one character in, one character out, so that columns do not move.
public final class PrintableText {

  private static final int MAX_QUOTE_LENGTH = 60;
  private static final int REPLACEMENT = 0xFFFD;

  /// The text on one line: control characters and those that reorder text are replaced, a tab is a
  /// space.
  public static String line(String text) {
    return text.codePoints()
        .map(PrintableText::printable)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /// The text in quotes for a message, shortened where it is long.
  public static String quoted(String text) {
    boolean isLong = text.codePointCount(0, text.length()) > MAX_QUOTE_LENGTH;
    String shown =
        isLong ? text.substring(0, text.offsetByCodePoints(0, MAX_QUOTE_LENGTH)) + "…" : text;
    return "`" + line(shown) + "`";
  }

  private static int printable(int codePoint) {
    if (codePoint == '\t') {
      return ' ';
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          REPLACEMENT;
      case Character.FORMAT -> reordersText(codePoint) ? REPLACEMENT : codePoint;
      default -> codePoint;
    };
  }

  /// Whether it is an embedding, override or isolate of bidirectional text.
  private static boolean reordersText(int codePoint) {
    return (codePoint >= 0x202A && codePoint <= 0x202E)
        || (codePoint >= 0x2066 && codePoint <= 0x2069);
  }

  private PrintableText() {}
}
