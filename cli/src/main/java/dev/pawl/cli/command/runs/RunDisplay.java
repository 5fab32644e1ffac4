package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.progress.RowReader;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.RunView;
import dev.pawl.cli.view.RunWatcher;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Shows a run of another process until it ends, with its automatic retries.
record RunDisplay(RunClient runs, RunRow run, ViewOptions options) {

  /// The reaction to Ctrl+C.
  interface StopHandler {

    /// Whether it needs the terminal for a question. Then the view is closed before.
    boolean isAsking();

    /// Reacts.
    ///
    /// @param say shows a message to the user
    /// @return the exit code to end with; empty to show the run further
    OptionalInt stop(Consumer<String> say) throws InterruptedException;
  }

  /// Shows it, and returns the exit code of the run, or of the handler.
  int show(StopHandler handler) throws InterruptedException {
    runs.follow();
    StopSignals stops = StopSignals.listen();
    var watched = new WatchedRun(runs, run);
    while (true) {
      RunView view = options.open(System.out, runs, Optional.of(watched));
      try {
        OptionalInt code = show(view, watched, stops, handler);
        if (code.isPresent()) {
          return code.getAsInt();
        }
      } finally {
        view.close();
      }
      OptionalInt code = handler.stop(System.out::println);
      if (code.isPresent()) {
        return code.getAsInt();
      }
      stops.reset();
    }
  }

  /// Shows it in one view, until the end, or until the handler asks; empty then.
  private OptionalInt show(RunView view, WatchedRun watched, StopSignals stops, StopHandler handler)
      throws InterruptedException {
    var watcher =
        new RunWatcher(
            view, new RowReader(watched), header -> runs.waits(header.id()), RunWatcher.POLL);
    while (true) {
      listen(stops, view);
      try {
        Optional<RunHeader> ended = watcher.watch();
        while (ended.isPresent() && watched.awaitRetry()) {
          ended = watcher.watch();
        }
        return OptionalInt.of(ended.map(its -> exitCode(its.state())).orElseGet(this::interrupted));
      } catch (InterruptedException _) {
        if (handler.isAsking()) {
          return OptionalInt.empty();
        }
        OptionalInt code = handler.stop(view::message);
        if (code.isPresent()) {
          return code;
        }
        stops.reset();
      }
    }
  }

  /// The first signal interrupts this thread. Another one, before that was handled, ends the
  /// process.
  private static void listen(StopSignals stops, RunView view) {
    Thread watching = Thread.currentThread();
    stops.onSignal(isRepeated -> {
      if (isRepeated) {
        view.close();
        Runtime.getRuntime().halt(ExitCode.CANCELLED);
      }
      watching.interrupt();
    });
  }

  private int interrupted() {
    return RunSelector.reject(
        ExitCode.UNAVAILABLE,
        runs.interruption(run).orElse("run #%d does not exist any more".formatted(run.number())));
  }

  private static int exitCode(String state) {
    return ExitCode.of(Machine.ofWireName(RunState.class, state));
  }
}
