package dev.pawl.cli.command.runs;

import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `pawl cancel`: cancels a run or one of its jobs from another terminal.
@Command(
    name = "cancel",
    description = {
      "Cancel a run, or one of its jobs, from another terminal. Steps get SIGTERM and their grace"
          + " period, then SIGKILL; cancel and cleanup hooks run, as with Ctrl+C."
    })
public final class CancelCommand implements Callable<Integer> {

  @Mixin private RunSelector selector = new RunSelector();

  @Parameters(index = "0", paramLabel = "RUN", description = RunSelector.RUN)
  private String run = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Only this job. Default: the whole run.")
  private Optional<String> job = Optional.empty();

  @Option(names = "--force", description = "Kill all processes at once, without hooks.")
  private boolean force;

  @Override
  public Integer call() throws InterruptedException {
    return selector.with(Optional.of(run), this::cancel);
  }

  private int cancel(RunClient runs, RunRow run) throws InterruptedException {
    OptionalInt wanted = selector.job(run, runs.attempts(run.id()), job);
    return new RunActionPrinter(runs, run)
        .perform(
            new RunAction.Cancel(wanted, force), force ? "Killed %s." : "Cancelling %s.", wanted);
  }
}
