package dev.pawl.cli.command;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.OperatorActions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl skip`: a run goes on without a job that failed.
@Command(
    name = "skip",
    description = {
      "Let a run that is not over go on as if a job that has failed were not needed: the job gets a"
          + " new attempt, which is skipped. For one that is over there is `pawl rerun --skip`.",
      "A run of `pawl run` is decided about by its own process alone."
    })
public final class SkipCommand implements Callable<Integer> {

  @Mixin private RunInterventionOptions options = new RunInterventionOptions();

  @Parameters(index = "1", paramLabel = "JOB", description = "The job that failed.")
  private String job = "";

  @Override
  public Integer call() {
    RunIntervention acting = options.intervention();
    return acting.perform((run, remedy) -> skip(acting, run, remedy), "");
  }

  private int skip(RunIntervention acting, Run run, OperatorActions remedy) {
    return RunIntervention.report(
        remedy.skip(run, acting.job(run, job)),
        after ->
            "%s is skipped; run #%d is %s"
                .formatted(job, after.origin().number(), Machine.wireName(after.state())));
  }
}
