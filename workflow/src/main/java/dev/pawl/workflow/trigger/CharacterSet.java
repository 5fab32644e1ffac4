package dev.pawl.workflow.trigger;

import java.util.List;

/// Characters that a pattern takes at one place.
sealed interface CharacterSet {

  boolean has(char character);

  /// `**`
  record All() implements CharacterSet {
    @Override
    public boolean has(char character) {
      return true;
    }
  }

  /// `*`
  record AllButSlash() implements CharacterSet {
    @Override
    public boolean has(char character) {
      return character != '/';
    }
  }

  record One(char character) implements CharacterSet {
    @Override
    public boolean has(char other) {
      return character == other;
    }
  }

  /// `[a-f0-9_]`
  record Listed(List<Range> ranges) implements CharacterSet {

    public Listed {
      ranges = List.copyOf(ranges);
    }

    @Override
    public boolean has(char character) {
      return ranges.stream().anyMatch(range -> range.has(character));
    }
  }

  /// From one character to another, both included.
  record Range(char from, char to) {
    boolean has(char character) {
      return from <= character && character <= to;
    }
  }
}
