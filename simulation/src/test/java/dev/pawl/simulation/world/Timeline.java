package dev.pawl.simulation.world;

import java.time.Instant;
import java.time.InstantSource;
import java.util.PriorityQueue;

/// Virtual time and its event queue: ordered by time, then by the order of scheduling.
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

  /// Milliseconds since the start.
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

  /// Runs the next event; false if there is none.
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

  /// Number of events that have run.
  public long happened() {
    return happened;
  }
}
