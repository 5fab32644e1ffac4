package dev.pawl.workflow.trigger;

import dev.pawl.expression.glob.GlobItem;
import dev.pawl.expression.glob.GlobMatcher;
import java.util.List;

/// A pattern of `branches`, `tags` or `paths`, matched against a whole name. Case matters.
///
/// | | matches |
/// | --- | --- |
/// | `*` | any characters but `/` |
/// | `**` | any characters; `**/` at the beginning of a part, any directories or none |
/// | `?` `+` | the character or set before it: once or not at all; once or more |
/// | `[a-z_]` | one character of the set |
/// | `\` | the next character, as it is |
/// | `!` | first in the pattern: what matches is excluded |
///
/// A [GlobMatcher] does the matching, so that no pattern can make it slow.
public final class FilterPattern {

  /// The longest pattern that is accepted, in characters.
  public static final int MAX_LENGTH = 1024;

  private final String source;
  private final boolean isNegative;
  private final GlobMatcher matcher;

  private FilterPattern(String source, boolean isNegative, List<GlobItem> items) {
    this.source = source;
    this.isNegative = isNegative;
    this.matcher = new GlobMatcher(items);
  }

  public static FilterPattern parse(String source) throws PatternError {
    boolean isNegative = source.startsWith("!");
    return new FilterPattern(
        source, isNegative, new PatternParser(source, isNegative ? 1 : 0).items());
  }

  /// Whether it excludes what earlier patterns included.
  public boolean isNegative() {
    return isNegative;
  }

  /// Whether the pattern, without its `!`, matches the whole name.
  public boolean matches(String name) {
    return matcher.matches(name);
  }

  @Override
  public String toString() {
    return source;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FilterPattern pattern && source.equals(pattern.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }
}
