package dev.pawl.server.dispatch;

import java.util.ArrayList;
import java.util.List;

/// Log of inverse actions, to undo what was learned from decisions that were not committed. The
/// last action is undone first, so each inverse finds everything as its action left it.
final class UndoLog {

  private final List<Runnable> inverses = new ArrayList<>();

  void note(Runnable inverse) {
    inverses.add(inverse);
  }

  /// How many actions can be undone.
  int size() {
    return inverses.size();
  }

  void rollback() {
    rollback(0);
  }

  /// Undoes all but the first so many actions.
  void rollback(int size) {
    List<Runnable> later = inverses.subList(size, inverses.size());
    later.reversed().forEach(Runnable::run);
    later.clear();
  }

  /// Everything was committed: there is nothing to undo.
  void forget() {
    inverses.clear();
  }

  /// The first so many actions were committed.
  void forget(int size) {
    inverses.subList(0, size).clear();
  }
}
