package dev.pawl.expression.value;

/// Strings compared without regard to case: character by character, by their upper case, in no
/// language in particular.
public final class CaseFold {

  private static final char LAST_ASCII = 127;

  /// The text in upper case, of the same length. Two texts are the same if these are, and the order
  /// of texts is the order of these.
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

  /// No letter beyond ASCII becomes one of ASCII: the dotless `ı` is not an `I`.
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
