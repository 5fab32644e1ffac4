package dev.pawl.server.runtime;

import java.util.ArrayList;
import java.util.List;

/// How to take back what was learned from decisions that were never committed. Each inverse finds
/// everything as its action left it, because the last one is taken back first.
final class Undo {

  private final List<Runnable> inverses = new ArrayList<>();

  void note(Runnable inverse) {
    inverses.add(inverse);
  }

  void rollback() {
    inverses.reversed().forEach(Runnable::run);
    inverses.clear();
  }

  /// It was committed: there is nothing to take back.
  void forget() {
    inverses.clear();
  }
}
