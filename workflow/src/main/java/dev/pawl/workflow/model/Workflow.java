package dev.pawl.workflow.model;

import dev.pawl.core.plan.RunPolicy;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// What a workflow file says.
///
/// Invariant: at least one job; every need names a job of the list, whatever its case; needs make
/// no circle; every expression is well formed and uses only what is there at its place.
///
/// @param file as its user typed it
/// @param name empty if the file gives none
/// @param policy without the concurrency group, whose key may hold expressions
/// @param jobs in the order of the file
public record Workflow(
    String file,
    String name,
    Optional<TemplateText> runName,
    WorkflowTriggers on,
    Optional<Permissions> permissions,
    SequencedMap<String, TemplateText> env,
    RunSettings defaults,
    Optional<ConcurrencyDefinition> concurrency,
    RunPolicy policy,
    List<JobDefinition> jobs) {

  public Workflow {
    env = TemplateTexts.copyOf(env);
    jobs = List.copyOf(jobs);
  }

  /// The same with only these of its jobs, and all that they need.
  public Workflow with(List<JobDefinition> others) {
    return new Workflow(
        file, name, runName, on, permissions, env, defaults, concurrency, policy, others);
  }
}
