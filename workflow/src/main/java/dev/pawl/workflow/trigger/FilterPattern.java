package dev.pawl.workflow.trigger;

import java.util.List;

/// A pattern of `branches`, `tags` or `paths`, matched against a whole name, case and all.
///
/// | | matches |
/// | --- | --- |
/// | `*` | any characters but `/` |
/// | `**` | any characters; `**/` at the beginning of a part, any directories or none |
/// | `?` `+` | the character or set before it: once or not at all; once or more |
/// | `[a-z_]` | one character of the set |
/// | `\` | the next character, as it is |
/// | `!` | first in the pattern: what matches is taken out again |
///
/// Matching goes through the name once, holding the set of all places in the pattern that the name
/// so far can lead to. So a pattern costs at most its length for each character, whatever it says.
public final class FilterPattern {

  /// The longest pattern that is read.
  public static final int LONGEST = 1024;

  private final String source;
  private final boolean isNegative;
  private final List<PatternItem> items;

  private FilterPattern(String source, boolean isNegative, List<PatternItem> items) {
    this.source = source;
    this.isNegative = isNegative;
    this.items = List.copyOf(items);
  }

  public static FilterPattern parse(String source) throws PatternError {
    boolean isNegative = source.startsWith("!");
    return new FilterPattern(
        source, isNegative, new PatternParser(source, isNegative ? 1 : 0).items());
  }

  /// Whether it takes out what earlier patterns let in.
  public boolean isNegative() {
    return isNegative;
  }

  /// Whether it is about `name`; a negative one is, where the rest of it matches.
  public boolean matches(String name) {
    boolean[] places = new boolean[items.size() + 1];
    reach(places, 0);
    for (int i = 0; i < name.length(); i++) {
      boolean[] next = new boolean[places.length];
      if (!advance(places, name.charAt(i), next)) {
        return false;
      }
      places = next;
    }
    return places[items.size()];
  }

  /// Where one more character leads; whether anywhere at all. From left to right: a place that is
  /// there because its item repeats must not hide that it may be skipped by whoever comes to it.
  private boolean advance(boolean[] places, char character, boolean[] next) {
    boolean leadsOn = false;
    for (int place = 0; place < items.size(); place++) {
      PatternItem item = items.get(place);
      if (places[place] && item.takes(character)) {
        leadsOn = true;
        reach(next, place + 1);
        next[place] |= item.repeats();
      }
    }
    return leadsOn;
  }

  /// A place, and those that need no character to be reached from it. Skips go forward and are
  /// marked once each, which ends the recursion.
  private void reach(boolean[] places, int place) {
    if (!places[place]) {
      places[place] = true;
      if (place < items.size() && items.get(place).skips() > 0) {
        reach(places, place + items.get(place).skips());
      }
    }
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
