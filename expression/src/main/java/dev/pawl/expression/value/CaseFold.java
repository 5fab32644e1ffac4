package dev.pawl.expression.value;

/// Folds case for comparisons: character by character to upper case, independent of any locale.
public final class CaseFold {

  private static final char LAST_ASCII = 127;

  /// The text in upper case, of the same length. Texts are equal if these are, and have the order
  /// of these.
  public static String fold(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > LAST_ASCII || isLower(c)) {
        return folded(text, i);
      }
    }
    return text;
  }

  private static String folded(String text, int from) {
    var folded = new StringBuilder(text.length()).append(text, 0, from);
    for (int i = from; i < text.length(); ) {
      int c = text.codePointAt(i);
      folded.appendCodePoint(upper(c));
      i += Character.charCount(c);
    }
    return folded.toString();
  }

  /// No letter outside ASCII becomes an ASCII letter: the dotless `ı` is not an `I`.
  private static int upper(int c) {
    if (c <= LAST_ASCII) {
      return isLower(c) ? c - ('a' - 'A') : c;
    }
    int upper = Character.toUpperCase(c);
    return upper <= LAST_ASCII ? c : upper;
  }

  private static boolean isLower(int c) {
    return 'a' <= c && c <= 'z';
  }

  private CaseFold() {}
}
