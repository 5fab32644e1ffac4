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

/// Bounded queue of the requests that wait for the command loop, which any thread may fill; before
/// it the requests that the loop has put back.
final class Inbox {

  private final OrchestratorLimits limits;
  private final BlockingQueue<LoopRequest> queue;
  private final Deque<LoopRequest> front = new ArrayDeque<>();
  private final AtomicBoolean hasNotification = new AtomicBoolean();

  Inbox(OrchestratorLimits limits) {
    this.limits = limits;
    this.queue = new ArrayBlockingQueue<>(limits.inbox());
  }

  /// Adds a request. False if there is no room.
  boolean offer(LoopRequest request) {
    return queue.offer(request);
  }

  /// Adds a request, and waits for room.
  void put(LoopRequest request) throws InterruptedException {
    queue.put(request);
  }

  /// Notifies the loop of a change in the store by another orchestrator, and wakes it.
  void wake() {
    if (hasNotification.compareAndSet(false, true) && queue.isEmpty()) {
      queue.offer(new LoopRequest.WakeUp()); // otherwise a request wakes the loop already
    }
  }

  /// Whether the loop was notified since this was called last.
  boolean takeNotification() {
    return hasNotification.getAndSet(false);
  }

  /// Wakes the loop, because a commit has ended, or there is room for a dispatch again.
  void wakeWithoutPoll() {
    if (queue.isEmpty()) {
      queue.offer(new LoopRequest.WakeUp());
    }
  }

  /// Whether the loop was notified, and has not taken notice yet.
  boolean hasNotification() {
    return hasNotification.get();
  }

  /// Waits for a request. Called by the loop.
  void await(Duration longest) throws InterruptedException {
    @Nullable LoopRequest first = queue.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
    if (first != null) {
      front.addLast(first);
    }
  }

  /// Puts requests back, to be decided before all others.
  void putBack(List<LoopRequest> requests) {
    for (int i = requests.size() - 1; i >= 0; i--) {
      front.addFirst(requests.get(i));
    }
  }

  List<LoopRequest> take(int most) {
    List<LoopRequest> taken = new ArrayList<>();
    while (!front.isEmpty() && taken.size() < most) {
      taken.add(front.removeFirst());
    }
    drainTo(taken, most - taken.size());
    return taken;
  }

  /// Takes requests from the front for as long as they match.
  List<LoopRequest> takeWhile(Predicate<LoopRequest> matches, int most) {
    List<LoopRequest> taken = new ArrayList<>();
    @Nullable LoopRequest next = peek();
    while (next != null && taken.size() < most && matches.test(next)) {
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

  /// Whether no request is left that was put back.
  boolean hasNoReturnedRequests() {
    return front.isEmpty();
  }

  List<BoundedSize> sizes() {
    return List.of(
        new BoundedSize("Inbox.queue", queue.size(), limits.inbox()),
        new BoundedSize("Inbox.front", front.size(), 2L * limits.batch()));
  }
}
