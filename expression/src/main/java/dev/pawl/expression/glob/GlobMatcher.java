package dev.pawl.expression.glob;

import java.util.List;

/// Matches texts against a list of [GlobItem].
///
/// It walks through the text once and keeps the set of all items that the text so far can lead to.
/// So a match costs at most the length of the pattern for each character: no pattern, however it is
/// written, makes it backtrack.
public final class GlobMatcher {

  private final List<GlobItem> items;

  public GlobMatcher(List<GlobItem> items) {
    this.items = List.copyOf(items);
  }

  /// Whether the whole text matches.
  public boolean matches(String text) {
    Cursor cursor = new Cursor();
    for (int index = 0; index < text.length() && cursor.canContinue(); index++) {
      cursor.advance(text.charAt(index));
    }
    return cursor.isMatch();
  }

  /// Before the first character of a text.
  public Cursor start() {
    return new Cursor();
  }

  /// A match in progress, for callers that ask after a part of the text. Not thread-safe.
  public final class Cursor {

    private boolean[] places = new boolean[items.size() + 1];
    private boolean canContinue = true;

    private Cursor() {
      reach(places, 0);
    }

    /// Reads one more character.
    public void advance(char character) {
      boolean[] next = new boolean[places.length];
      canContinue = false;
      // From left to right: an item that repeats must not hide that an earlier one skips it.
      for (int place = 0; place < items.size(); place++) {
        GlobItem item = items.get(place);
        if (places[place] && item.characters().contains(character)) {
          canContinue = true;
          reach(next, place + 1);
          next[place] |= item.repeats();
        }
      }
      places = next;
    }

    /// Whether what has been read so far matches.
    public boolean isMatch() {
      return places[items.size()];
    }

    /// Whether a text that begins with what has been read may match.
    public boolean canContinue() {
      return canContinue;
    }

    /// Marks a place and those that are reached from it without a character.
    private void reach(boolean[] marked, int first) {
      int place = first;
      while (!marked[place]) {
        marked[place] = true;
        place += place < items.size() ? items.get(place).skips() : 0;
      }
    }
  }
}
