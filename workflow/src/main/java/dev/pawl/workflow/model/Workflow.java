package dev.pawl.workflow.model;

import dev.pawl.core.plan.Ordered;
import java.util.List;
import java.util.SequencedMap;

/// What a workflow file says.
///
/// Invariant: at least one job; every need names a job of the list, whatever its case; needs make
/// no circle.
///
/// @param file as its user typed it
/// @param name empty if the file gives none
/// @param jobs in the order of the file
public record Workflow(
    String file,
    String name,
    SequencedMap<String, String> env,
    RunSettings defaults,
    List<Job> jobs) {

  public Workflow {
    env = Ordered.copyOf(env);
    jobs = List.copyOf(jobs);
  }
}
