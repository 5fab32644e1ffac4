package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Another run of one that is over: all of it, what did not go well, or one job.
public final class Reruns {

  /// How much of a run is done again.
  public sealed interface Scope {
    /// Every job.
    record All() implements Scope {}

    /// What did not go well, and what needs it.
    record Failed() implements Scope {}

    /// One job, and what needs it.
    record One(int job) implements Scope {}
  }

  /// The plan as the run made it: with the cells of its matrices, without its last job.
  public static Plan plan(Run run) {
    List<PlannedJob> jobs = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (!job.planned().isHooks()) {
        jobs.add(job.planned());
      }
    }
    return new Plan(run.plan().workflow(), jobs, run.plan().policy());
  }

  /// The results that stand.
  public static List<Kept> kept(Run run, Scope scope) {
    Set<Integer> again = again(run, scope);
    List<Kept> kept = new ArrayList<>();
    for (Job job : run.jobs()) {
      if (!again.contains(job.index())
          && !job.planned().isHooks()
          && job.attempt() instanceof Attempt.Ended ended) {
        kept.add(
            new Kept(
                job.planned().id(),
                ended.result(),
                ended.why(),
                ended.outputs(),
                run.origin().number()));
      }
    }
    return kept;
  }

  private static Set<Integer> again(Run run, Scope scope) {
    Set<Integer> again = new TreeSet<>();
    Deque<Integer> open = new ArrayDeque<>();
    for (Job job : run.jobs()) {
      boolean isMeant =
          switch (scope) {
            case Scope.All _ -> true;
            case Scope.Failed _ -> !isKept(job);
            case Scope.One(var index) -> job.index() == index;
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

  private static boolean isKept(Job job) {
    return job.attempt() instanceof Attempt.Ended ended
        && (ended.result() == AttemptState.SUCCESS || ended.result() == AttemptState.SKIPPED);
  }

  private Reruns() {}
}
