package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.core.run.Reruns.Selection;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl resume`: continues a local run that was interrupted or failed.
@Command(
    name = "resume",
    description = {
      "Continue a local run that was interrupted, by a crash or a power cut too, or that failed or was"
          + " cancelled. Jobs that succeeded keep their results; the others run again, with the"
          + " options of the run."
    })
public final class ResumeCommand implements Callable<Integer> {

  @Mixin private LocalRunSelector selector = new LocalRunSelector();
  @Mixin private LocalRerun rerun = new LocalRerun();

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = RunSelector.RUN + " Default: the latest run.")
  private Optional<String> run = Optional.empty();

  @Override
  public Integer call() throws InterruptedException {
    return selector.with(run, this::resume);
  }

  private int resume(RunClient runs, RunRow run) throws InterruptedException {
    if (run.state().equals("success") || run.state().equals("skipped")) {
      return RunSelector.reject(
          ExitCode.UNAVAILABLE,
          "run #%d cannot be resumed: it ended with %s. Run `pawl rerun %d` to run all of it again."
              .formatted(run.number(), run.state(), run.number()));
    }
    return rerun.run(runs, run, new Selection.Failed(), List.of());
  }
}
