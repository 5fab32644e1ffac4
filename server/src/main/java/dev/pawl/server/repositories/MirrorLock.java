package dev.pawl.server.repositories;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A lock for the threads of all servers that share a directory: of this process by a lock in
/// memory, of others by the lock of a file, which the kernel releases when a process ends. The
/// thread that has it may lock it again.
final class MirrorLock {

  private static final Duration POLL = Duration.ofMillis(50);

  private final Path file;
  private final ReentrantLock threads = new ReentrantLock();

  /// Has the lock of the file. Guarded by `threads`: no thread opens the file meanwhile, because
  /// the lock would end when that thread closes it.
  private @Nullable FileChannel channel;

  /// @param file created when it is locked first, in a directory that exists by then
  MirrorLock(Path file) {
    this.file = file;
  }

  /// Waits at most for `bound`. Returns whether it is locked now.
  boolean tryLock(Duration bound) throws IOException, InterruptedException {
    long end = System.nanoTime() + bound.toNanos();
    if (!threads.tryLock(bound.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    boolean isLocked = channel != null;
    try {
      isLocked = isLocked || isFileLocked();
      while (!isLocked && System.nanoTime() - end < 0) {
        Thread.sleep(POLL);
        isLocked = isFileLocked();
      }
      return isLocked;
    } finally {
      if (!isLocked) {
        threads.unlock();
      }
    }
  }

  private boolean isFileLocked() throws IOException {
    FileChannel opened =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      channel = opened.tryLock() == null ? null : opened;
    } catch (OverlappingFileLockException _) {
      channel = null; // another one in this process, as in tests
    } finally {
      if (channel == null) {
        opened.close();
      }
    }
    return channel != null;
  }

  void unlock() {
    if (threads.getHoldCount() == 1 && channel != null) {
      try {
        channel.close();
      } catch (IOException _) {
        // It is released all the same.
      }
      channel = null;
    }
    threads.unlock();
  }
}
