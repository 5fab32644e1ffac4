package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.Workflow;
import java.util.IdentityHashMap;

/// Counts the jobs of a workflow and of all workflows that it calls. Each workflow is counted once
/// and the count reused.
public final class CalledJobCounter {

  private final int most;
  private final IdentityHashMap<Workflow, Integer> counts = new IdentityHashMap<>();

  /// @param most the limit: counting stops one above it
  public CalledJobCounter(int most) {
    this.most = most;
  }

  public int in(Workflow workflow) {
    Integer known = counts.get(workflow);
    if (known != null) {
      return known;
    }
    int count = 0;
    for (JobDefinition job : workflow.jobs()) {
      count++;
      if (job.work() instanceof JobWork.WorkflowCall calls && calls.target().isPresent()) {
        count += in(calls.target().get());
      }
      count = Math.min(count, most + 1);
    }
    counts.put(workflow, count);
    return count;
  }
}
