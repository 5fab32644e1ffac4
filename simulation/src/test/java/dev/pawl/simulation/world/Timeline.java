package dev.pawl.simulation.world;

import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;

/// Virtual time, and what happens in it: by time, and at the same time in the order of planning.
public final class Timeline implements InstantSource {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private record Event(long at, long number, Runnable what) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long now;
  private long planned;
  private long happened;

  /// Milliseconds since the beginning.
  public long now() {
    return now;
  }

  @Override
  public Instant instant() {
    return BEGIN.plusMillis(now);
  }

  public static long millis(Instant instant) {
    return instant.toEpochMilli() - BEGIN.toEpochMilli();
  }

  public void at(long millis, Runnable what) {
    events.add(new Event(Math.max(millis, now), planned++, what));
  }

  public void in(long millis, Runnable what) {
    at(now + millis, what);
  }

  /// Makes the next thing happen; false if there is none.
  public boolean step() {
    Event next = events.poll();
    if (next == null) {
      return false;
    }
    now = next.at();
    happened++;
    next.what().run();
    return true;
  }

  /// How many things have happened.
  public long happened() {
    return happened;
  }
}
