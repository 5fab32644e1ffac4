package dev.pawl.server;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Clients that create one run after another, several at a time, whatever the replies are.
public final class ImpatientClients implements AutoCloseable {

  private static final int AT_A_TIME = 32;

  private final ServiceFixture asking;
  private final Semaphore turns = new Semaphore(AT_A_TIME);
  private final Set<String> refused = new ConcurrentSkipListSet<>();
  private volatile boolean isClosed;

  public ImpatientClients(ServiceFixture asking) {
    this.asking = asking;
    Thread.ofPlatform().daemon().name("people").start(this::ask);
  }

  @SuppressWarnings("FutureReturnValueIgnored")
  private void ask() {
    while (!isClosed) {
      if (isMyTurn()) {
        asking
            .asks()
            .whenComplete((_, fault) -> {
              turns.release();
              if (fault != null) {
                refused.add(String.valueOf(fault.getMessage()));
              }
            });
      }
    }
  }

  private boolean isMyTurn() {
    try {
      return turns.tryAcquire(100, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      return false;
    }
  }

  /// What they were told when it was not to be had.
  public Set<String> refused() {
    return refused;
  }

  /// They ask no more, and nobody waits for anything.
  public void leave() {
    close();
    turns.acquireUninterruptibly(AT_A_TIME);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
