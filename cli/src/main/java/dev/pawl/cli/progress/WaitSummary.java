package dev.pawl.cli.progress;

import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Phase;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.why.Explanation;
import dev.pawl.core.why.Fact;
import dev.pawl.core.why.StatusExplainer;
import dev.pawl.workflow.diagnostics.PrintableText;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The reasons why a run and its jobs wait, at one moment.
///
/// @param run why the run as a whole waits, if it does
/// @param jobs why jobs wait, by their indices
public record WaitSummary(Optional<Wait> run, Map<Integer, Wait> jobs) {

  public static final WaitSummary EMPTY = new WaitSummary(Optional.empty(), Map.of());

  /// More jobs are not explained: nobody reads them.
  private static final int MOST_JOBS = 200;

  public WaitSummary {
    jobs = Map.copyOf(jobs);
  }

  /// A reason to wait.
  ///
  /// @param until the end of the wait, if it is known
  public record Wait(String message, Optional<Instant> until) {
    public Wait {
      message = PrintableText.line(message);
    }
  }

  /// Whether a run has something to explain. Cheap, however many jobs it has.
  public static boolean isNeeded(Run run) {
    return switch (run.state()) {
      case HELD, WAITING, QUEUED -> true;
      case RUNNING, RECOVERING ->
          run.jobCounts().inStates(AttemptState.HELD, AttemptState.WAITING, AttemptState.QUEUED)
              > 0;
      case CREATED, PLANNING, CANCELLING, PLAN_FAILED -> false;
      case SKIPPED, FAILED, CANCELLED, SUCCESS, TIMED_OUT -> false;
    };
  }

  public static WaitSummary of(Run run, StatusExplainer explainer, Instant now) {
    Map<Integer, Wait> jobs = new HashMap<>();
    for (Job job : run.jobs()) {
      if (jobs.size() < MOST_JOBS && isIdle(job)) {
        of(explainer.job(run, job.index(), now)).ifPresent(wait -> jobs.put(job.index(), wait));
      }
    }
    return new WaitSummary(of(explainer.run(run, now)), jobs);
  }

  /// Whether it waits for more than the jobs that it needs.
  private static boolean isIdle(Job job) {
    return switch (job.attempt().state()) {
      case HELD, WAITING, QUEUED -> true;
      case PENDING, LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> false;
      case SKIPPED, CANCELLED, FAILED, SUCCESS, TIMED_OUT, LOST -> false;
    };
  }

  private static Optional<Wait> of(Explanation why) {
    boolean isWait = why.status().phase() == Phase.WAITING && !why.status().message().isEmpty();
    Optional<Instant> until =
        why.facts().stream()
            .filter(Fact.Until.class::isInstance)
            .map(fact -> ((Fact.Until) fact).at())
            .findFirst();
    return isWait ? Optional.of(new Wait(why.status().message(), until)) : Optional.empty();
  }
}
