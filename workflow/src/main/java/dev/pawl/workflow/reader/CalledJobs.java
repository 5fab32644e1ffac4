package dev.pawl.workflow.reader;

import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import java.util.IdentityHashMap;

/// Counts the jobs of a workflow together with those of all that it calls. Each workflow is counted
/// once, however often it is called.
final class CalledJobs {

  private final int most;
  private final IdentityHashMap<Workflow, Integer> counts = new IdentityHashMap<>();

  /// @param most no count is higher than one more
  CalledJobs(int most) {
    this.most = most;
  }

  int in(Workflow workflow) {
    Integer known = counts.get(workflow);
    if (known != null) {
      return known;
    }
    int count = 0;
    for (Job job : workflow.jobs()) {
      count++;
      if (job.work() instanceof Work.Calls calls && calls.called().isPresent()) {
        count += in(calls.called().get());
      }
      count = Math.min(count, most + 1);
    }
    counts.put(workflow, count);
    return count;
  }
}
