package dev.pawl.cli.view;

import dev.pawl.cli.progress.RunHeader;

/// Approves and rejects held jobs for the user at the terminal.
public interface Approvals {

  /// Approves a held job of the run, by its id.
  void approve(RunHeader run, String job);

  /// Rejects a held job of the run, by its id.
  void reject(RunHeader run, String job);
}
