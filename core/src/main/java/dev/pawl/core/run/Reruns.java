package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.RunState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/// Plans another run of one that has ended: all of it, what failed, or one job.
public final class Reruns {

  /// The jobs of a run that are executed again.
  public sealed interface Selection {
    /// Every job.
    record All() implements Selection {}

    /// The jobs that did not succeed, and those that depend on them.
    record Failed() implements Selection {}

    /// One job, and those that depend on it.
    record One(int job) implements Selection {}
  }

  /// Whether the workflow's own `retry` starts another run attempt now that this one has ended.
  public static boolean isRetriedByPolicy(Run run) {
    boolean didFail = run.state() == RunState.FAILED || run.state() == RunState.TIMED_OUT;
    boolean wasForced = run.cancel().map(Run.Cancel::isForced).orElse(false);
    boolean isAsked = run.cancel().isEmpty() || (run.state() == RunState.TIMED_OUT && !wasForced);
    return didFail && isAsked && run.origin().lineage().retries() < run.plan().policy().retries();
  }

  /// The run's plan without its hooks' job. The cells of a matrix stay, unless the jobs that the
  /// matrix is computed from run again.
  public static Plan plan(Run run, Selection scope) {
    Set<Integer> again = jobsToRepeat(run, scope);
    Set<Integer> whole = new TreeSet<>();
    Set<Integer> left = new TreeSet<>();
    for (int index = 0; index < run.plan().jobs().size(); index++) {
      PlannedJob planned = run.plan().job(index);
      if (planned.template().isPresent() && isRecomputed(planned, index, again)) {
        whole.add(index);
        left.addAll(run.graph().matrixCells(run.job(index)));
      }
    }
    left.removeAll(whole);
    SequencedMap<Integer, Integer> places = new LinkedHashMap<>();
    for (Job job : run.jobs()) {
      if (!job.planned().isHooks() && !left.contains(job.index())) {
        places.put(job.index(), places.size());
      }
    }
    List<PlannedJob> jobs = new ArrayList<>();
    for (int index : places.keySet()) {
      PlannedJob made = run.job(index).planned();
      List<Integer> needs =
          made.needs().stream().filter(places::containsKey).map(places::get).toList();
      jobs.add((whole.contains(index) ? run.plan().job(index) : made).withNeeds(needs));
    }
    return run.plan().with(jobs);
  }

  /// Whether the inputs of a template are computed again.
  private static boolean isRecomputed(PlannedJob planned, int index, Set<Integer> again) {
    return planned.needs().isEmpty()
        ? again.contains(index)
        : planned.needs().stream().anyMatch(again::contains);
  }

  /// The results that are reused.
  public static List<ReusedResult> reusedResults(Run run, Selection scope) {
    Set<Integer> again = jobsToRepeat(run, scope);
    List<ReusedResult> kept = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (!again.contains(job.index())
          && !job.planned().isHooks()
          && job.attempt() instanceof Attempt.Ended ended) {
        kept.add(
            new ReusedResult(
                job.planned().id(), ended.result(), ended.resultReason(), ended.outputs()));
      }
    }
    return kept;
  }

  private static Set<Integer> jobsToRepeat(Run run, Selection scope) {
    Set<Integer> again = new TreeSet<>();
    Deque<Integer> open = new ArrayDeque<>();
    for (Job job : run.jobs()) {
      boolean isMeant =
          switch (scope) {
            case Selection.All _ -> true;
            case Selection.Failed _ -> !isReused(job);
            case Selection.One(var index) -> job.index() == index;
          };
      if (isMeant && again.add(job.index())) {
        open.add(job.index());
      }
    }
    while (!open.isEmpty()) {
      for (int dependent : run.job(open.pop()).dependents()) {
        if (again.add(dependent)) {
          open.add(dependent);
        }
      }
    }
    return again;
  }

  private static boolean isReused(Job job) {
    return job.attempt() instanceof Attempt.Ended ended
        && (ended.result() == AttemptState.SUCCESS || ended.result() == AttemptState.SKIPPED);
  }

  private Reruns() {}
}
