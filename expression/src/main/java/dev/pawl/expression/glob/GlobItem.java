package dev.pawl.expression.glob;

/// One place of a pattern: the characters that it accepts, and how often.
///
/// @param repeats whether it accepts more than one character
/// @param skips how many items may be left out together, from this one on; 0 where it is required
public record GlobItem(CharacterSet characters, boolean repeats, int skips) {

  /// Exactly one character.
  public static GlobItem one(CharacterSet characters) {
    return new GlobItem(characters, false, 0);
  }

  /// Exactly this character.
  public static GlobItem literal(char character) {
    return one(CharacterSet.of(character));
  }

  /// Any number of characters, or none.
  public static GlobItem any(CharacterSet characters) {
    return new GlobItem(characters, true, 1);
  }

  /// The same, or nothing.
  public GlobItem optional() {
    return new GlobItem(characters, repeats, Math.max(skips, 1));
  }

  /// The same, once or more.
  public GlobItem repeated() {
    return new GlobItem(characters, true, skips);
  }
}
