package dev.pawl.workflow.trigger;

import java.util.List;

/// The files that an event changed, as far as that is known.
public sealed interface ChangedPaths {

  /// These files, as paths from the repository's root.
  record Known(List<String> paths) implements ChangedPaths {
    public Known {
      paths = List.copyOf(paths);
    }
  }

  /// Not known: path filters count as matched.
  ///
  /// @param reason why it is not known, such as "not a git repository"
  record Unknown(String reason) implements ChangedPaths {}
}
