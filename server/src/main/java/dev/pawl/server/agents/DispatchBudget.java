package dev.pawl.server.agents;

import dev.pawl.server.BoundedSize;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// The memory that dispatches may take from when they are rendered until they are sent, over all
/// agents. One that finds no room is not rendered yet. Thread-safe.
public final class DispatchBudget {

  private final long most;
  private final Runnable onRoom;
  private final AtomicLong used = new AtomicLong();
  private final AtomicBoolean isAwaited = new AtomicBoolean();

  /// The largest that was taken at once: by so much `most` may be exceeded.
  private final AtomicLong largest = new AtomicLong();

  /// @param most bytes that may be unsent before another one has to wait
  /// @param onRoom called by any thread when something was sent, if there was no room before
  public DispatchBudget(long most, Runnable onRoom) {
    this.most = most;
    this.onRoom = onRoom;
  }

  /// Whether another dispatch may be rendered. If not, `onRoom` will be called.
  public boolean hasRoom() {
    return used.get() < most || (awaitsRoom() && used.get() < most);
  }

  /// Whether a dispatch may be rendered for this agent, which has a bound of its own: one that
  /// reads slowly must not take all the room. If not, `onRoom` will be called.
  public boolean hasRoomFor(AgentLink link) {
    return hasRoom() && (!link.isBusy() || (awaitsRoom() && !link.isBusy()));
  }

  /// What is released from now on is noticed; what was released before shows in the next look.
  private boolean awaitsRoom() {
    isAwaited.set(true);
    return true;
  }

  /// Takes room for a dispatch that was rendered, whether there is any or not.
  public void take(long bytes) {
    largest.accumulateAndGet(bytes, Math::max);
    used.addAndGet(bytes);
  }

  /// The dispatch is sent, or its connection has ended.
  public void release(long bytes) {
    used.addAndGet(-bytes);
    if (isAwaited.getAndSet(false)) {
      onRoom.run();
    }
  }

  public BoundedSize size() {
    return new BoundedSize("DispatchBudget.used", used.get(), most + largest.get());
  }
}
