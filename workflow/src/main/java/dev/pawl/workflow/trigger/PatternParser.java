package dev.pawl.workflow.trigger;

import dev.pawl.expression.glob.CharacterSet;
import dev.pawl.expression.glob.GlobItem;
import java.util.ArrayList;
import java.util.List;

/// Parses a [FilterPattern] to the items of a glob.
final class PatternParser {

  private final String source;
  private final List<GlobItem> items = new ArrayList<>();
  private int at;

  PatternParser(String source, int from) {
    this.source = source;
    this.at = from;
  }

  List<GlobItem> items() throws PatternError {
    if (source.length() > FilterPattern.MAX_LENGTH) {
      throw new PatternError(
          "a pattern has at most %d characters".formatted(FilterPattern.MAX_LENGTH), 0);
    }
    if (at == source.length()) {
      throw new PatternError("an empty pattern matches nothing", 0);
    }
    while (at < source.length()) {
      item();
    }
    return items;
  }

  private void item() throws PatternError {
    char character = source.charAt(at);
    switch (character) {
      case '*' -> stars();
      case '?', '+' -> quantifier(character);
      case '[' -> items.add(GlobItem.one(listed()));
      default -> items.add(GlobItem.literal(literal()));
    }
  }

  /// Parses `*` and `**`. `**/` at the beginning of a name is two items that may be skipped
  /// together, so that `docs/**/a.md` matches `docs/a.md`.
  private void stars() {
    boolean beginsPart = items.isEmpty() || source.charAt(at - 1) == '/';
    if (!source.startsWith("**", at)) {
      items.add(GlobItem.any(CharacterSet.ALL_BUT_SLASH));
      at++;
    } else if (beginsPart && source.startsWith("/", at + 2)) {
      items.add(new GlobItem(CharacterSet.ALL, true, 2));
      items.add(GlobItem.literal('/'));
      at += 3;
    } else {
      items.add(GlobItem.any(CharacterSet.ALL));
      at += 2;
    }
  }

  /// Parses `?` and `+`. With nothing before it, it is the character itself.
  private void quantifier(char character) throws PatternError {
    if (items.isEmpty()) {
      items.add(GlobItem.literal(literal()));
      return;
    }
    at++;
    GlobItem last = items.removeLast();
    items.add(character == '?' ? last.optional() : last.repeated());
  }

  private CharacterSet listed() throws PatternError {
    int opening = at++;
    List<CharacterSet.Range> ranges = new ArrayList<>();
    while (peek() != ']') {
      if (at >= source.length()) {
        throw new PatternError("`[` is not closed: write `\\[` for the character", opening);
      }
      ranges.add(range());
    }
    at++;
    if (ranges.isEmpty()) {
      throw new PatternError("`[]` matches no character", opening);
    }
    return new CharacterSet(ranges);
  }

  private CharacterSet.Range range() throws PatternError {
    int start = at;
    char from = literal();
    if (peek() != '-' || at + 1 >= source.length() || source.charAt(at + 1) == ']') {
      return new CharacterSet.Range(from, from);
    }
    at++;
    char to = literal();
    if (to < from) {
      throw new PatternError("the range `%s-%s` is reversed".formatted(from, to), start);
    }
    return new CharacterSet.Range(from, to);
  }

  private char literal() throws PatternError {
    char character = source.charAt(at++);
    if (character != '\\') {
      return character;
    }
    if (at == source.length()) {
      throw new PatternError("nothing follows the `\\`", at - 1);
    }
    return source.charAt(at++);
  }

  /// The next character, or one that no pattern contains at the end.
  private char peek() {
    return at < source.length() ? source.charAt(at) : '\uFFFF';
  }
}
