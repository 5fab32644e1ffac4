package dev.pawl.server.dispatch;

import java.util.ArrayList;
import java.util.List;

/// How to take back what was learned from decisions that were never committed. Each inverse finds
/// everything as its action left it, because the last one is taken back first.
final class UndoLog {

  private final List<Runnable> inverses = new ArrayList<>();

  void note(Runnable inverse) {
    inverses.add(inverse);
  }

  /// How much there is to take back.
  int size() {
    return inverses.size();
  }

  void rollback() {
    rollback(0);
  }

  /// Takes back what came after there was so much of it.
  void rollback(int size) {
    List<Runnable> later = inverses.subList(size, inverses.size());
    later.reversed().forEach(Runnable::run);
    later.clear();
  }

  /// It was committed: there is nothing to take back.
  void forget() {
    inverses.clear();
  }

  /// So much of it, from the first, was committed.
  void forget(int size) {
    inverses.subList(0, size).clear();
  }
}
