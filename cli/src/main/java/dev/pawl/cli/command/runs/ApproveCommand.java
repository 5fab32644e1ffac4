package dev.pawl.cli.command.runs;

import dev.pawl.cli.runs.RunAction;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `pawl approve`: approves a job that is held.
@Command(
    name = "approve",
    description = {
      "Approve a job that is held for approval.",
      "On the local store you may approve every job, also of your own runs, and your approval counts"
          + " for all that are required. The journal says so."
    })
public final class ApproveCommand implements Callable<Integer> {

  @Mixin private HeldJobSelector held = new HeldJobSelector();

  @Override
  public Integer call() throws InterruptedException {
    return held.with(
        "approve", (run, job) -> run.perform(new RunAction.Approve(job), "Approved %s.", job));
  }
}
