package dev.pawl.cli.view;

import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RunObserver;

/// Shows a run and its end. Changes arrive on the orchestrator's loop, so a view must never block.
public sealed interface RunView extends RunObserver permits LiveView, PlainView {

  /// Prints a message to the user.
  void message(String line);

  /// Prints the final state, the failures and the summary.
  void end(Run run);

  /// Restores the terminal.
  void close();
}
