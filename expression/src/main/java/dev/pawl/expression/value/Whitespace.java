package dev.pawl.expression.value;

/// Whitespace as Unicode defines it, between tokens and around numbers.
public final class Whitespace {

  private static final char NEXT_LINE = 0x85;

  public static boolean isSpace(char c) {
    return c <= ' ' ? c == ' ' || ('\t' <= c && c <= '\r') : c >= NEXT_LINE && isWide(c);
  }

  private static boolean isWide(char c) {
    return c == NEXT_LINE || Character.isSpaceChar(c);
  }

  public static String trim(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isSpace(text.charAt(from))) {
      from++;
    }
    while (from < to && isSpace(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private Whitespace() {}
}
