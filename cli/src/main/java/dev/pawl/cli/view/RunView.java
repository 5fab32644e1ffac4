package dev.pawl.cli.view;

import dev.pawl.cli.progress.ProgressUpdate;
import dev.pawl.cli.progress.WaitSummary;

/// Shows a run and its end. One thread at a time calls it, which writing may block.
public sealed interface RunView permits LiveView, PlainView, StreamView {

  /// Shows a change of the run. The first change of another run attempt begins a new picture.
  void update(ProgressUpdate update);

  /// Shows why the run and its jobs wait.
  void explain(WaitSummary waits);

  /// Is called several times a second, to show the time and the output of steps.
  void tick();

  /// Prints a message to the user.
  void message(String line);

  /// Prints the final state, the failures and the summary.
  void end();

  /// Restores the terminal.
  void close();
}
