package dev.pawl.workflow.trigger;

/// One place of a [FilterPattern].
///
/// @param set which characters it takes
/// @param repeats whether it takes more than one of them
/// @param skips how many items on the name may go without any character; 0 where this one needs one
record PatternItem(CharacterSet set, boolean repeats, int skips) {

  static PatternItem one(CharacterSet set) {
    return new PatternItem(set, false, 0);
  }

  /// `*`, `**`.
  static PatternItem any(CharacterSet set) {
    return new PatternItem(set, true, 1);
  }

  boolean takes(char character) {
    return set.has(character);
  }

  /// `?` after it.
  PatternItem optional() {
    return new PatternItem(set, repeats, Math.max(skips, 1));
  }

  /// `+` after it.
  PatternItem repeated() {
    return new PatternItem(set, true, skips);
  }
}
