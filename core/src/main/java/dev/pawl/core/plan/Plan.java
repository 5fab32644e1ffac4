package dev.pawl.core.plan;

import java.util.ArrayList;
import java.util.List;

/// The jobs of a run. A job is known by its index here, which never changes.
///
/// Invariant: `needs` point backwards or forwards within the list, never in a circle; the planner
/// has checked it.
public record Plan(String workflow, List<PlannedJob> jobs, RunPolicy policy) {

  public Plan {
    jobs = List.copyOf(jobs);
  }

  public Plan(String workflow, List<PlannedJob> jobs) {
    this(workflow, jobs, RunPolicy.PLAIN);
  }

  public PlannedJob job(int index) {
    return jobs.get(index);
  }

  /// The jobs that need each job: the reverse of `needs`, so that an end costs what depends on it.
  public List<List<Integer>> dependents() {
    List<List<Integer>> dependents = new ArrayList<>();
    jobs.forEach(_ -> dependents.add(new ArrayList<>()));
    for (int job = 0; job < jobs.size(); job++) {
      for (int need : jobs.get(job).needs()) {
        dependents.get(need).add(job);
      }
    }
    return dependents.stream().map(List::copyOf).toList();
  }
}
