package dev.pawl.server.events;

import java.time.Duration;
import java.util.List;

/// Follows the events of the store from a cursor on. Used by one thread.
public final class EventFollower implements AutoCloseable {

  private final EventFeed feed;
  private EventCursor cursor;
  private boolean wasReset;

  EventFollower(EventFeed feed, EventCursor cursor) {
    this.feed = feed;
    this.cursor = cursor;
  }

  /// The next events of all orgs; none if none have come in time.
  public List<LiveEvent> next(Duration patience) throws InterruptedException {
    return switch (feed.next(cursor, patience)) {
      case EventFeed.Batch.Events(var events, var next) -> {
        cursor = next;
        yield events;
      }
      case EventFeed.Batch.Reset(var next) -> {
        cursor = next;
        wasReset = true;
        yield List.of();
      }
    };
  }

  /// The place up to which it has followed.
  public EventCursor cursor() {
    return cursor;
  }

  /// Whether events were skipped, because they are not kept any more. Says so once.
  public boolean takeReset() {
    boolean was = wasReset;
    wasReset = false;
    return was;
  }

  /// Whether the server stops.
  public boolean isEnded() {
    return feed.isClosed();
  }

  @Override
  public void close() {
    feed.leave();
  }
}
