package dev.pawl.cli.command.runs;

import dev.pawl.cli.console.ExitCode;
import dev.pawl.cli.runs.RemoteRunClient;
import dev.pawl.cli.runs.RunAction;
import dev.pawl.cli.runs.RunClient;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Reruns.Selection;
import dev.pawl.core.run.Run;
import dev.pawl.server.doctor.OperatorActions;
import dev.pawl.server.store.sql.RunQueries.AttemptRow;
import dev.pawl.server.store.sql.RunQueries.RunRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `pawl retry`: starts a new attempt of a failed job in a run that is still open.
@Command(
    name = "retry",
    description = {
      "Start a new attempt of a failed job that has no automatic retry left, and of the jobs that"
          + " were skipped because of it.",
      "A local run that has ended is run again here, like `pawl rerun --failed`; for an ended run of"
          + " a server use `pawl rerun`."
    })
public final class RetryCommand implements Callable<Integer> {

  @Mixin private RunIntervention intervention = new RunIntervention();
  @Mixin private LocalRerun rerun = new LocalRerun();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "JOB",
      description = "The job. Default: all failed jobs.")
  private Optional<String> job = Optional.empty();

  @Override
  public Integer call() throws InterruptedException {
    return intervention.perform(this::retry, this::retryLocally);
  }

  private int retryLocally(RunClient runs, RunRow run) throws InterruptedException {
    List<AttemptRow> attempts = runs.attempts(run.id());
    OptionalInt wanted = intervention.selector().job(run, attempts, job);
    if (runs instanceof RemoteRunClient && run.endedAt() != null) {
      return RunIntervention.reject(
          "run #%d has ended: %s. Run `pawl rerun %d --failed` to run it again."
              .formatted(run.number(), run.state(), run.number()));
    }
    if (run.endedAt() != null || runs.interruption(run).isPresent()) {
      Selection scope =
          wanted.isPresent() ? new Selection.One(wanted.getAsInt()) : new Selection.Failed();
      return rerun.run(runs, run, scope, List.of());
    }
    List<Integer> failed = wanted.isPresent() ? List.of(wanted.getAsInt()) : failedJobs(attempts);
    if (failed.isEmpty()) {
      return RunIntervention.reject("run #%d has no failed job".formatted(run.number()));
    }
    var printer = new RunActionPrinter(runs, run);
    int worst = ExitCode.SUCCESS;
    for (int one : failed) {
      OptionalInt changed = OptionalInt.of(one);
      worst =
          Math.max(
              worst,
              printer.perform(
                  new RunAction.Retry(changed), "Started another attempt of %s.", changed));
    }
    return worst;
  }

  /// The jobs whose last attempt failed.
  private static List<Integer> failedJobs(List<AttemptRow> attempts) {
    SequencedMap<Integer, AttemptRow> last = new LinkedHashMap<>();
    attempts.forEach(attempt -> last.put(attempt.job(), attempt));
    return last.values().stream()
        .filter(attempt -> Machine.ofWireName(AttemptState.class, attempt.state()).isFailure())
        .map(AttemptRow::job)
        .toList();
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
