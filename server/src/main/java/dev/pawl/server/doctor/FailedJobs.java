package dev.pawl.server.doctor;

import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.CountFormat;
import java.util.ArrayList;
import java.util.List;

/// Collects the jobs of the latest runs that failed with no retry left.
final class FailedJobs {

  private static final int MAX_JOBS = 20;

  private final List<FailedJobAdvice> latest = new ArrayList<>();

  void clear() {
    latest.clear();
  }

  /// Adds the failed jobs of a run. Runs must be added in the order of their ids, which is that of
  /// their creation; the latest are kept. A rerun replaces the runs of the same number before it.
  void add(Run run) {
    latest.removeIf(one -> one.number() == run.origin().number() && !one.run().equals(run.id()));
    for (Job job : run.jobs()) {
      if (job.attempt().state().isFailure() && job.result().isFailure()) {
        latest.add(advice(run, job));
        if (latest.size() > MAX_JOBS) {
          latest.removeFirst();
        }
      }
    }
  }

  private static FailedJobAdvice advice(Run run, Job job) {
    String id = job.planned().id();
    long number = run.origin().number();
    String what =
        "%s %s after %s: %s"
            .formatted(
                id,
                Machine.wireName(job.attempt().state()).replace('_', ' '),
                CountFormat.text(job.attempt().number(), "attempt"),
                job.attempt().reason().message());
    return new FailedJobAdvice(
        run.id(), number, run.origin().file(), id, what, commands(run, ShellWord.of(id)));
  }

  /// The commands that resolve it. A run whose process died is continued as a whole.
  private static List<String> commands(Run run, String job) {
    long number = run.origin().number();
    if (!run.isOver()) {
      return List.of(
          "pawl retry %d %s".formatted(number, job), "pawl skip %d %s".formatted(number, job));
    }
    if (run.reason().code() == ReasonCode.INTERRUPTED) {
      return List.of("pawl resume %d".formatted(number));
    }
    return List.of(
        "pawl rerun %d --job %s".formatted(number, job),
        "pawl rerun %d --failed --skip %s".formatted(number, job));
  }

  List<FailedJobAdvice> advice() {
    return List.copyOf(latest);
  }
}
