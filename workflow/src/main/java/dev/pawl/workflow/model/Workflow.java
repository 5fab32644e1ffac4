package dev.pawl.workflow.model;

import dev.pawl.core.plan.RunPolicy;
import dev.pawl.workflow.model.step.RunSettings;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.model.text.TemplateTexts;
import dev.pawl.workflow.model.trigger.WorkflowTriggers;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/// A workflow file, checked and not yet planned.
///
/// Invariant: at least one job; every need names a job of the list, ignoring case; needs have no
/// cycle; every expression is well formed and uses only contexts that are available where it is.
///
/// @param file as the user typed it
/// @param name empty where the file has none
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

  /// The same workflow with only these jobs. They must include all that they need.
  public Workflow with(List<JobDefinition> others) {
    return new Workflow(
        file, name, runName, on, permissions, env, defaults, concurrency, policy, others);
  }
}
