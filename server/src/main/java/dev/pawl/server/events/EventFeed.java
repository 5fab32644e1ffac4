package dev.pawl.server.events;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.SupervisedThread;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.sql.ChangeQueries;
import dev.pawl.server.store.sql.ChangeQueries.ChangeRow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// The latest events of the store, for all who follow it here. One thread reads what was committed,
/// by any server, soon after; followers take what comes after their cursors. A follower that is
/// further behind than what is remembered reads the store itself, so nothing is lost and nobody is
/// waited for. Without followers nothing is read.
public final class EventFeed implements AutoCloseable {

  private static final int MOST_REMEMBERED = 20_000;
  private static final int MOST_POSITIONS = 500;

  /// How far a follower may be behind before it has to begin anew, in positions.
  private static final long FARTHEST_BEHIND = 200_000;

  /// Commits that come within this time are read together.
  private static final Duration COALESCED = Duration.ofMillis(20);

  /// Longest delay until a commit of another server is noticed.
  private static final Duration POLL = Duration.ofMillis(250);

  private final ChangeQueries changes;
  private final SupervisedThread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasMore = lock.newCondition();
  private final Condition isAwake = lock.newCondition();

  /// Consecutive events, oldest first; guarded by the lock, as are the fields below.
  private final ArrayDeque<LiveEvent> remembered = new ArrayDeque<>();

  /// All events after this place, and up to `end`, are remembered.
  private EventCursor begin = EventCursor.after(0);

  private long end;
  private int followers;

  /// What the last follower was given: most are at the same place.
  private Shared shared = new Shared(begin, 0, List.of());

  private boolean wasCommitted;
  private boolean isClosed;

  /// The events between two places.
  private record Shared(EventCursor after, long end, List<LiveEvent> events) {}

  /// The next part of the events, for a follower.
  sealed interface Batch {
    /// The next events; none if none have come in time.
    ///
    /// @param next the cursor to go on with
    record Events(List<LiveEvent> events, EventCursor next) implements Batch {}

    /// The events after the cursor are not kept: the client must read the state again.
    ///
    /// @param next the cursor to go on with
    record Reset(EventCursor next) implements Batch {}
  }

  /// @param onDeath called with the reason if its thread ends by an error
  public EventFeed(ChangeQueries changes, Consumer<String> onDeath) {
    this.changes = changes;
    this.thread =
        new SupervisedThread(Thread.ofVirtual().name("events"), this::read, onDeath).start();
  }

  /// A commit of this server has happened. Called by the loop: it does not block.
  public void committed() {
    if (lock.tryLock()) { // else the reader is about to read, or the next poll will
      try {
        wasCommitted = true;
        isAwake.signal();
      } finally {
        lock.unlock();
      }
    }
  }

  /// Follows the store from a place on; from now on, if there is none.
  public EventFollower follow(Optional<EventCursor> from) {
    lock.lock();
    try {
      if (followers++ == 0) {
        end = changes.last();
        begin = EventCursor.after(end);
        remembered.clear();
        shared = new Shared(begin, end, List.of());
        isAwake.signal();
      }
      return new EventFollower(this, from.orElse(EventCursor.after(end)));
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      followers--;
    } finally {
      lock.unlock();
    }
  }

  /// The events after a cursor; waits for some, at most so long.
  Batch next(EventCursor after, Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = patience.toNanos();
      while (!isClosed && after.compareTo(begin) >= 0 && !hasMoreThan(after) && left > 0) {
        left = hasMore.awaitNanos(left);
      }
      if (after.compareTo(begin) >= 0) {
        return new Batch.Events(after(after), later(after, EventCursor.after(end)));
      }
    } finally {
      lock.unlock();
    }
    return fromStore(after);
  }

  /// The events of a run after that sequence number of its journal; at most some hundreds.
  public List<LiveEvent> ofRun(RunId run, long after) {
    return render(changes.ofRun(run.value(), after, MOST_POSITIONS)).stream()
        .filter(event -> event.seq() > after)
        .toList();
  }

  private boolean hasMoreThan(EventCursor cursor) {
    return cursor.position() < end
        || (!remembered.isEmpty() && remembered.getLast().cursor().compareTo(cursor) > 0);
  }

  private static EventCursor later(EventCursor one, EventCursor other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /// The same list for all who are at the same place.
  private List<LiveEvent> after(EventCursor cursor) {
    if (!shared.after().equals(cursor) || shared.end() != end) {
      shared = new Shared(cursor, end, rememberedAfter(cursor));
    }
    return shared.events();
  }

  private List<LiveEvent> rememberedAfter(EventCursor cursor) {
    List<LiveEvent> found = new ArrayList<>();
    for (Iterator<LiveEvent> all = remembered.descendingIterator(); all.hasNext(); ) {
      LiveEvent event = all.next();
      if (event.cursor().compareTo(cursor) <= 0) {
        break;
      }
      found.add(event);
    }
    return List.copyOf(found.reversed());
  }

  /// For a follower that is far behind.
  private Batch fromStore(EventCursor after) {
    long first = changes.first();
    long last = changes.last();
    if (after.position() + 1 < first || last - after.position() > FARTHEST_BEHIND) {
      return new Batch.Reset(EventCursor.after(last));
    }
    // Events at the cursor's own position may come after it.
    List<ChangeRow> rows = changes.after(after.position() - 1, MOST_POSITIONS);
    List<LiveEvent> events =
        render(rows).stream().filter(event -> event.cursor().compareTo(after) > 0).toList();
    return new Batch.Events(
        events,
        rows.isEmpty() ? after : later(after, EventCursor.after(rows.getLast().position())));
  }

  private static List<LiveEvent> render(List<ChangeRow> rows) {
    List<LiveEvent> events = new ArrayList<>();
    long position = -1;
    int before = 0;
    for (ChangeRow row : rows) {
      before = row.position() == position ? before : 0;
      position = row.position();
      List<LiveEvent> its = EventRenderer.of(row, before);
      before += its.size();
      events.addAll(its);
    }
    return events;
  }

  private void read() {
    while (!isOver()) {
      try {
        if (!readOnce()) {
          await();
        }
      } catch (StoreUnavailable _) {
        LockSupport.parkNanos(POLL.toNanos()); // followers wait until it is back
      } catch (InterruptedException _) {
        return;
      }
    }
  }

  private boolean isOver() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  /// Reads what was committed since the last time. Returns whether there may be more at once.
  private boolean readOnce() throws InterruptedException {
    long from;
    lock.lockInterruptibly();
    try {
      if (followers == 0) {
        return false;
      }
      from = end;
      wasCommitted = false;
    } finally {
      lock.unlock();
    }
    List<ChangeRow> rows = changes.after(from, MOST_POSITIONS);
    List<LiveEvent> events = render(rows);
    lock.lockInterruptibly();
    try {
      if (end == from && !rows.isEmpty()) { // else the first follower has begun anew
        events.forEach(this::remember);
        end = rows.getLast().position();
        hasMore.signalAll();
      }
    } finally {
      lock.unlock();
    }
    return !rows.isEmpty() && coalesce();
  }

  private static boolean coalesce() {
    LockSupport.parkNanos(COALESCED.toNanos());
    return true;
  }

  private void remember(LiveEvent event) {
    remembered.addLast(event);
    if (remembered.size() > MOST_REMEMBERED) {
      begin = remembered.removeFirst().cursor();
    }
  }

  private void await() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = POLL.toNanos();
      while (!wasCommitted && !isClosed && left > 0) {
        left = isAwake.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends all followers.
  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      hasMore.signalAll();
      isAwake.signalAll();
    } finally {
      lock.unlock();
    }
    thread.interrupt();
  }

  boolean isClosed() {
    return isOver();
  }
}
