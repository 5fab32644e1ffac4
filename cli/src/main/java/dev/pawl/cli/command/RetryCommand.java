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

/// `pawl retry`: starts a new attempt of a failed job in a run that is still open.
@Command(
    name = "retry",
    description = {
      "Start a new attempt of a failed job that has no automatic retry left, and of the jobs that"
          + " were skipped because of it. The run must be open; for an ended run use `pawl rerun`.",
      "Works on the store of a server (--store)."
    })
public final class RetryCommand implements Callable<Integer> {

  @Mixin private RunIntervention intervention = new RunIntervention();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "The job. Default: all failed jobs.")
  private Optional<String> job = Optional.empty();

  @Override
  public Integer call() {
    String again = job.map(its -> " --job " + ShellWord.of(its)).orElse("");
    return intervention.perform(this::retry, again);
  }

  private int retry(Run run, OperatorActions actions) {
    List<Job> selected =
        job.map(id -> List.of(intervention.job(run, id))).orElseGet(() -> failed(run));
    if (selected.isEmpty()) {
      return RunIntervention.reject("run #%d has no failed job".formatted(run.origin().number()));
    }
    int worst = ExitCode.SUCCESS;
    for (Job one : selected) {
      int code =
          RunIntervention.report(actions.retry(run, one), after -> text(after.job(one.index())));
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
