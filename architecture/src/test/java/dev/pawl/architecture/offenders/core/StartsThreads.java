package dev.pawl.architecture.offenders.core;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

final class StartsThreads {
  private final ReentrantLock lock = new ReentrantLock();

  Thread starts() {
    return Thread.ofVirtual().start(lock::lock);
  }

  static long divides(List<String> work) {
    return TimeUnit.SECONDS.toMillis(work.parallelStream().count());
  }
}
