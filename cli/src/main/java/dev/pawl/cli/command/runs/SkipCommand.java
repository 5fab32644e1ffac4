package dev.pawl.cli.command.runs;

import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.cli.view.Palette;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.doctor.ShellWord;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl skip`: lets an open run continue without a failed job.
@Command(
    name = "skip",
    description = {
      "Let an open run continue without a failed job: the job gets a"
          + " new attempt, which is skipped. For an ended run use `pawl rerun --skip`."
    })
public final class SkipCommand implements Callable<Integer> {

  @Mixin private RunIntervention intervention = new RunIntervention();

  @Parameters(index = "1", paramLabel = "JOB", description = "The failed job.")
  private String job = "";

  @Override
  public Integer call() throws InterruptedException {
    return intervention.perform(this::skip, this::skipLocally);
  }

  private int skipLocally(RunClient runs, RunRow run) throws InterruptedException {
    int wanted = intervention.selector().job(run, runs.attempts(run.id()), job);
    if (run.endedAt() != null) {
      return RunIntervention.reject(
          "run #%d has ended. Run `pawl rerun %d --failed --skip %s`."
              .formatted(run.number(), run.number(), ShellWord.of(job)));
    }
    return new RunActionPrinter(runs, run)
        .perform(new RunAction.Skip(OptionalInt.of(wanted)), "Skipped %s.", OptionalInt.of(wanted));
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
