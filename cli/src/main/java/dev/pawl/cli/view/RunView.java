package dev.pawl.cli.view;

import dev.pawl.core.run.Run;
import dev.pawl.server.decision.RunObserver;

/// Shows a run while it runs, and its end. Changes come from the orchestrator's loop, so showing
/// them never waits for anything slow.
public sealed interface RunView extends RunObserver permits LiveView, PlainView {

  /// A word to the person at the terminal.
  void message(String line);

  /// The run is over: the last picture, what failed, and the sum of it.
  void end(Run run);

  /// Leaves the terminal as it was.
  void close();
}
