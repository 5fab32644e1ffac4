package dev.pawl.server.events;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The place of an event among all of the store: the position of its entry, and its index among the
/// events at that position. Any server of the store understands it.
///
/// @param index from 1; 0 is before the first event at the position
public record EventCursor(long position, int index) implements Comparable<EventCursor> {

  private static final int AFTER_ALL = 999_999_999;
  private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\.(\\d{1,9})");

  /// After all events at a position.
  static EventCursor after(long position) {
    return new EventCursor(position, AFTER_ALL);
  }

  /// Parses the id of an event.
  public static Optional<EventCursor> parse(String id) {
    Matcher text = TEXT.matcher(id);
    return text.matches()
        ? Optional.of(
            new EventCursor(Long.parseLong(text.group(1)), Integer.parseInt(text.group(2))))
        : Optional.empty();
  }

  @Override
  public int compareTo(EventCursor other) {
    int byPosition = Long.compare(position, other.position);
    return byPosition != 0 ? byPosition : Integer.compare(index, other.index);
  }

  @Override
  public String toString() {
    return position + "." + index;
  }
}
