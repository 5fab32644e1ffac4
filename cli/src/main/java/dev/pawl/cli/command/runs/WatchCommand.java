package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.console.TerminalInfo;
import dev.pawl.cli.runs.ActionResult;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.ViewOptions;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl watch`: shows the live tree of a run that another process executes.
@Command(
    name = "watch",
    description = {
      "Show a run of another terminal, or of a server, until it ends, as `pawl run` does. The exit"
          + " code is that of the run.",
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
    return selector.with(
        run, (runs, found) -> new RunDisplay(runs, found, options).show(new Question(runs, found)));
  }

  /// Asks at the terminal whether to cancel or to detach; elsewhere Ctrl+C detaches.
  private record Question(RunClient runs, RunRow run) implements RunDisplay.StopHandler {

    @Override
    public boolean isAsking() {
      return true;
    }

    @Override
    public OptionalInt stop(Consumer<String> say) throws InterruptedException {
      boolean isCancelWanted =
          TerminalInfo.ask(
                  "Run #%d: type c and Enter to cancel it, anything else to detach: "
                      .formatted(run.number()))
              .filter(answer -> answer.strip().equalsIgnoreCase("c"))
              .isPresent();
      if (!isCancelWanted) {
        say.accept("Detached. Run #%d goes on.".formatted(run.number()));
        return OptionalInt.of(ExitCode.CANCELLED);
      }
      ActionResult result = runs.act(run, new RunAction.Cancel(OptionalInt.empty(), false));
      return switch (result.kind()) {
        case ACCEPTED, LATE -> OptionalInt.empty();
        case REJECTED -> OptionalInt.of(RunSelector.reject(ExitCode.UNAVAILABLE, result.message()));
        case UNAUTHORIZED ->
            OptionalInt.of(RunSelector.reject(ExitCode.UNAUTHORIZED, result.message()));
      };
    }
  }
}
