package dev.pawl.cli.command;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.doctor.ShellWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl retry`: another attempt at what failed, while the run lives.
@Command(
    name = "retry",
    description = {
      "Try a job again that has failed with no retry left, and what was skipped because of it, in a"
          + " run that is not over. For one that is over there is `pawl rerun`.",
      "A run of `pawl run` is decided about by its own process alone."
    })
public final class RetryCommand implements Callable<Integer> {

  @Mixin private RunInterventionOptions options = new RunInterventionOptions();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "The job; all that have failed by default.")
  private Optional<String> job = Optional.empty();

  @Override
  public Integer call() {
    RunIntervention acting = options.intervention();
    String again = job.map(its -> " --job " + ShellWord.of(its)).orElse("");
    return acting.perform((run, remedy) -> retry(acting, run, remedy), again);
  }

  private int retry(RunIntervention acting, Run run, OperatorActions remedy) {
    List<Job> meant = job.map(id -> List.of(acting.job(run, id))).orElseGet(() -> failed(run));
    if (meant.isEmpty()) {
      return RunIntervention.reject(
          "no job of run #%d has failed".formatted(run.origin().number()));
    }
    int worst = ExitCode.SUCCESS;
    for (Job one : meant) {
      int code =
          RunIntervention.report(remedy.retry(run, one), after -> text(after.job(one.index())));
      worst = Math.max(worst, code);
    }
    return worst;
  }

  private static List<Job> failed(Run run) {
    List<Job> failed = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (job.attempt().state().isFailure()) {
        failed.add(job);
      }
    }
    return failed;
  }

  private static String text(Job job) {
    return "%s: attempt %d is %s"
        .formatted(
            job.planned().id(), job.attempt().number(), Machine.wireName(job.attempt().state()));
  }
}
