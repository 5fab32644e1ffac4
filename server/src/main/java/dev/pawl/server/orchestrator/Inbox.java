package dev.pawl.server.orchestrator;

import dev.pawl.server.BoundedSize;
import dev.pawl.server.OrchestratorLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What waits for the loop: a bounded queue that anybody fills, and in front of it what the loop
/// has put back.
final class Inbox {

  private final OrchestratorLimits limits;
  private final BlockingQueue<LoopRequest> queue;
  private final Deque<LoopRequest> front = new ArrayDeque<>();
  private final AtomicBoolean hasNews = new AtomicBoolean();

  Inbox(OrchestratorLimits limits) {
    this.limits = limits;
    this.queue = new ArrayBlockingQueue<>(limits.inbox());
  }

  /// False if there is no room.
  boolean offer(LoopRequest asked) {
    return queue.offer(asked);
  }

  /// Waits for room.
  void put(LoopRequest asked) throws InterruptedException {
    queue.put(asked);
  }

  /// There may be something to do in the store.
  void wake() {
    if (hasNews.compareAndSet(false, true) && queue.isEmpty()) {
      queue.offer(new LoopRequest.WakeUp()); // or there is something that wakes the loop already
    }
  }

  /// Whether there are news since the last time that somebody asked.
  boolean takeNews() {
    return hasNews.getAndSet(false);
  }

  /// Something has come to its end: whoever waits here looks after it.
  void nudge() {
    if (queue.isEmpty()) {
      queue.offer(new LoopRequest.WakeUp());
    }
  }

  /// Whether there are news that nobody has taken.
  boolean hasNews() {
    return hasNews.get();
  }

  /// Waits for something to be there. Called by the loop.
  void await(Duration patience) throws InterruptedException {
    @Nullable LoopRequest first = queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      front.addLast(first);
    }
  }

  /// To be decided before anything else.
  void putBack(List<LoopRequest> asked) {
    asked.reversed().forEach(front::addFirst);
  }

  List<LoopRequest> take(int most) {
    List<LoopRequest> taken = new ArrayList<>();
    while (!front.isEmpty() && taken.size() < most) {
      taken.add(front.removeFirst());
    }
    drainTo(taken, most - taken.size());
    return taken;
  }

  /// Those in front that are such, in their order.
  List<LoopRequest> takeWhile(Predicate<LoopRequest> isSuch, int most) {
    List<LoopRequest> taken = new ArrayList<>();
    @Nullable LoopRequest next = peek();
    while (next != null && taken.size() < most && isSuch.test(next)) {
      taken.add(front.isEmpty() ? queue.remove() : front.removeFirst());
      next = peek();
    }
    return taken;
  }

  private @Nullable LoopRequest peek() {
    return front.isEmpty() ? queue.peek() : front.peekFirst();
  }

  private void drainTo(Collection<LoopRequest> taken, int most) {
    if (most > 0) {
      queue.drainTo(taken, most);
    }
  }

  boolean isEmpty() {
    return front.isEmpty() && queue.isEmpty();
  }

  /// Whether there is room for one more.
  boolean hasRoom() {
    return queue.remainingCapacity() > 0;
  }

  /// Whether nothing that was put back is left.
  boolean isCaughtUp() {
    return front.isEmpty();
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("Inbox.queue", queue.size(), limits.inbox()),
        new BoundedSize("Inbox.front", front.size(), 2L * limits.batch()));
  }
}
