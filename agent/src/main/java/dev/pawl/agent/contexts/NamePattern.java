package dev.pawl.agent.contexts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/// A pattern of one name in a path: `*` for any characters, `?` for one, `[a-z]` for one of these,
/// a backslash before what stands for itself.
///
/// @param source as it was written
record NamePattern(String source, List<Part> parts, boolean isLiteral) {

  /// What a character has to be.
  ///
  /// @param isRepeated whether it stands for any number of them
  record Part(boolean isRepeated, IntPredicate accepts) {}

  static NamePattern parse(String source) {
    List<Part> parts = new ArrayList<>();
    boolean isLiteral = true;
    for (int at = 0; at < source.length(); at++) {
      char c = source.charAt(at);
      int close = c == '[' ? source.indexOf(']', at + 2) : -1;
      isLiteral &= c != '*' && c != '?' && c != '\\' && close < 0;
      if (c == '*') {
        parts.add(new Part(true, _ -> true));
      } else if (c == '?') {
        parts.add(new Part(false, _ -> true));
      } else if (close > 0) {
        parts.add(oneOf(source.substring(at + 1, close)));
        at = close;
      } else if (c == '\\' && at + 1 < source.length()) {
        parts.add(is(source.charAt(++at)));
      } else {
        parts.add(is(c));
      }
    }
    return new NamePattern(source, parts, isLiteral);
  }

  private static Part is(int wanted) {
    return new Part(false, c -> c == wanted);
  }

  private static Part oneOf(String range) {
    boolean isNegated = range.startsWith("!") || range.startsWith("^");
    String characters = isNegated ? range.substring(1) : range;
    return new Part(false, c -> isIn(characters, c) != isNegated);
  }

  private static boolean isIn(String range, int c) {
    for (int at = 0; at < range.length(); at++) {
      boolean isSpan = at + 2 < range.length() && range.charAt(at + 1) == '-';
      if (isSpan ? range.charAt(at) <= c && c <= range.charAt(at + 2) : range.charAt(at) == c) {
        return true;
      }
      at += isSpan ? 2 : 0;
    }
    return false;
  }

  /// Whether it stands for any number of directories.
  boolean isAnyDepth() {
    return source.equals("**");
  }

  boolean matches(String name) {
    List<Integer> characters = name.chars().boxed().toList();
    return Wildcards.match(
        parts, characters, Part::isRepeated, (part, c) -> part.accepts().test(c));
  }
}
