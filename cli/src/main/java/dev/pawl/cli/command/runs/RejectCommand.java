package dev.pawl.cli.command.runs;

import dev.pawl.cli.runs.RunAction;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `pawl reject`: rejects a job that is held, which cancels it.
@Command(name = "reject", description = "Reject a job that is held for approval: it is cancelled.")
public final class RejectCommand implements Callable<Integer> {

  @Mixin private HeldJobSelector held = new HeldJobSelector();

  @Option(
      names = {"-m", "--message"},
      paramLabel = "TEXT",
      description = "Why. It is shown with the job and kept in the journal.")
  private String message = "";

  @Override
  public Integer call() throws InterruptedException {
    return held.with(
        "reject",
        (run, job) ->
            run.perform(
                new RunAction.Reject(job, message.strip().replaceAll("\\s+", " ")),
                "Rejected %s.",
                job));
  }
}
