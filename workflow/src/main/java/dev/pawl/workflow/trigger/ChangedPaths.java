package dev.pawl.workflow.trigger;

import java.util.List;

/// Which files an event changed, as far as anybody knows.
public sealed interface ChangedPaths {

  /// These, by their paths from the repository's root.
  record Known(List<String> paths) implements ChangedPaths {
    public Known {
      paths = List.copyOf(paths);
    }
  }

  /// Whatever a filter asks for counts as changed.
  ///
  /// @param reason nobody knows better, as in "not a git repository"
  record Unknown(String reason) implements ChangedPaths {}
}
