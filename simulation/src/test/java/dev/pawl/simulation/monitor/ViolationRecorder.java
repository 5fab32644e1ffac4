package dev.pawl.simulation.monitor;

import org.jspecify.annotations.Nullable;

/// Keeps the first violation of a simulation. Later ones follow from it.
///
/// It is kept, not thrown: the checks run inside of a commit, and an exception there would look
/// like a fault of the store.
public final class ViolationRecorder {

  private @Nullable Violation first;

  public void violated(Invariant law, String how) {
    if (first == null) {
      first = new Violation(law, how);
    }
  }

  public @Nullable Violation first() {
    return first;
  }

  public boolean isClean() {
    return first == null;
  }
}
