package dev.pawl.cli.command;

import dev.pawl.cli.view.Palette;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.OperatorActions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl skip`: lets an open run continue without a failed job.
@Command(
    name = "skip",
    description = {
      "Let an open run continue without a failed job: the job gets a"
          + " new attempt, which is skipped. For an ended run use `pawl rerun --skip`.",
      "Works on the store of a server (--store)."
    })
public final class SkipCommand implements Callable<Integer> {

  @Mixin private RunIntervention intervention = new RunIntervention();

  @Parameters(index = "1", paramLabel = "JOB", description = "The failed job.")
  private String job = "";

  @Override
  public Integer call() {
    return intervention.perform(this::skip, "");
  }

  private int skip(Run run, OperatorActions actions) {
    return RunIntervention.report(
        actions.skip(run, intervention.job(run, job)),
        after ->
            "%s is skipped. Run #%d is %s."
                .formatted(
                    job, after.origin().number(), Palette.words(Machine.wireName(after.state()))));
  }
}
