package dev.pawl.expression.glob;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A set of UTF-16 characters, as the ranges that make it up.
public record CharacterSet(List<Range> ranges) {

  private static final char SLASH = '/';

  public static final CharacterSet ALL =
      new CharacterSet(List.of(new Range(Character.MIN_VALUE, Character.MAX_VALUE)));

  public static final CharacterSet ALL_BUT_SLASH = ALL.withoutSlash();

  /// The characters between two, both included. None where the first is after the second.
  public record Range(char from, char to) {

    boolean contains(char character) {
      return from <= character && character <= to;
    }
  }

  public CharacterSet {
    ranges = List.copyOf(ranges);
  }

  public static CharacterSet of(char character) {
    return new CharacterSet(List.of(new Range(character, character)));
  }

  public boolean contains(char character) {
    for (int index = 0; index < ranges.size(); index++) {
      if (ranges.get(index).contains(character)) {
        return true;
      }
    }
    return false;
  }

  /// The characters that are not in this set.
  public CharacterSet complement() {
    List<Range> gaps = new ArrayList<>();
    int next = Character.MIN_VALUE;
    for (Range range : ranges.stream().sorted(Comparator.comparingInt(Range::from)).toList()) {
      if (range.from() > next) {
        gaps.add(new Range((char) next, (char) (range.from() - 1)));
      }
      next = Math.max(next, range.from() <= range.to() ? range.to() + 1 : next);
    }
    if (next <= Character.MAX_VALUE) {
      gaps.add(new Range((char) next, Character.MAX_VALUE));
    }
    return new CharacterSet(gaps);
  }

  /// The same characters except `/`, which separates the names of a path.
  public CharacterSet withoutSlash() {
    List<Range> rest = new ArrayList<>();
    for (Range range : ranges) {
      if (range.contains(SLASH)) {
        rest.add(new Range(range.from(), (char) (SLASH - 1)));
        rest.add(new Range((char) (SLASH + 1), range.to()));
      } else {
        rest.add(range);
      }
    }
    return new CharacterSet(rest);
  }
}
