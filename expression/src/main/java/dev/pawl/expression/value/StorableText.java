package dev.pawl.expression.value;

/// Text that every store, terminal and program can take: it has no NUL, which ends a text for the
/// operating system and which PostgreSQL rejects, and no half of a surrogate pair, which no
/// encoding can represent.
public final class StorableText {

  private static final char REPLACEMENT = '\uFFFD';

  /// Whether the text is storable as it is.
  public static boolean isStorable(String text) {
    return firstUnfit(text, 0) < 0;
  }

  /// The text with a replacement character for each character that is not storable.
  public static String of(String text) {
    int unfit = firstUnfit(text, 0);
    if (unfit < 0) {
      return text;
    }
    var storable = new StringBuilder(text);
    for (int at = unfit; at >= 0; at = firstUnfit(text, at + 1)) {
      storable.setCharAt(at, REPLACEMENT);
    }
    return storable.toString();
  }

  private static int firstUnfit(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      if (text.charAt(at) == 0 || isUnpairedSurrogate(text, at)) {
        return at;
      }
    }
    return -1;
  }

  /// Whether the character is an unpaired surrogate.
  static boolean isUnpairedSurrogate(String text, int at) {
    char c = text.charAt(at);
    if (!Character.isSurrogate(c)) {
      return false;
    }
    int other = Character.isHighSurrogate(c) ? at + 1 : at - 1;
    return other < 0
        || other >= text.length()
        || !Character.isSurrogatePair(
            text.charAt(Math.min(at, other)), text.charAt(Math.max(at, other)));
  }

  private StorableText() {}
}
