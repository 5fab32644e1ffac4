package dev.pawl.workflow.trigger;

import java.util.List;

/// Which files an event changed, as far as anybody knows.
public sealed interface Changes {

  /// These, by their paths from the repository's root.
  record Files(List<String> paths) implements Changes {
    public Files {
      paths = List.copyOf(paths);
    }
  }

  /// Whatever a filter asks for counts as changed.
  ///
  /// @param why nobody knows better, as in "not a git repository"
  record Anything(String why) implements Changes {}
}
