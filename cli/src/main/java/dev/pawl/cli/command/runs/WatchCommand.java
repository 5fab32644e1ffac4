package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.StopSignals;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.progress.RowReader;
import dev.pawl.cli.progress.RunHeader;
import dev.pawl.cli.runs.ActionResult;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.RunView;
import dev.pawl.cli.view.RunWatcher;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl watch`: shows the live tree of a run that another terminal started.
@Command(
    name = "watch",
    description = {
      "Show a run of another terminal until it ends, as `pawl run` does. The exit code is that of the"
          + " run.",
      "Ctrl+C asks whether to cancel the run or to detach; again it detaches. Detached, the exit code"
          + " is 130."
    })
public final class WatchCommand implements Callable<Integer> {

  @Mixin private RunSelector selector = new RunSelector();
  @Mixin private ViewOptions options = new ViewOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = RunSelector.RUN + " Default: the latest run.")
  private Optional<String> run = Optional.empty();

  @Override
  public Integer call() throws InterruptedException {
    return selector.with(run, this::watch);
  }

  private int watch(RunClient runs, RunRow run) throws InterruptedException {
    StopSignals stops = StopSignals.listen();
    while (true) {
      try {
        return show(runs, run, stops);
      } catch (InterruptedException _) {
        if (!isCancelWanted(run)) {
          System.out.println("Detached. Run #%d goes on.".formatted(run.number()));
          return ExitCode.CANCELLED;
        }
        stops.reset();
        ActionResult result = runs.act(run, new RunAction.Cancel(OptionalInt.empty(), false));
        if (result.kind() == ActionResult.Kind.REJECTED) {
          return RunSelector.reject(ExitCode.UNAVAILABLE, result.message());
        }
      }
    }
  }

  /// Shows the run until it ends, or until the first signal interrupts this thread.
  private int show(RunClient runs, RunRow run, StopSignals stops) throws InterruptedException {
    var watched = new WatchedRun(runs, run);
    RunView view =
        options.open(System.out, selector.project().project().logs(), Optional.of(watched));
    Thread watching = Thread.currentThread();
    stops.onSignal(isRepeated -> {
      if (isRepeated) {
        view.close();
        Runtime.getRuntime().halt(ExitCode.CANCELLED);
      }
      watching.interrupt();
    });
    try {
      var watcher =
          new RunWatcher(
              view, new RowReader(watched), header -> runs.waits(header.id()), RunWatcher.POLL);
      Optional<RunHeader> ended = watcher.watch();
      while (ended.isPresent() && watched.awaitRetry()) {
        ended = watcher.watch();
      }
      return ended.isPresent() ? exitCode(ended.get().state()) : interrupted(runs, run);
    } finally {
      view.close();
    }
  }

  private static int interrupted(RunClient runs, RunRow run) {
    return RunSelector.reject(
        ExitCode.UNAVAILABLE,
        runs.interruption(run).orElse("run #%d does not exist any more".formatted(run.number())));
  }

  private static int exitCode(String state) {
    return ExitCode.of(Machine.ofWireName(RunState.class, state));
  }

  /// Asks at the terminal; elsewhere Ctrl+C detaches.
  private static boolean isCancelWanted(RunRow run) {
    return TerminalInfo.ask(
            "Run #%d: type c and Enter to cancel it, anything else to detach: "
                .formatted(run.number()))
        .filter(answer -> answer.strip().equalsIgnoreCase("c"))
        .isPresent();
  }
}
