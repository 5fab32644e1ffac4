package dev.pawl.cli.workflows;

import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.NeedReference;
import dev.pawl.workflow.model.Workflow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// A part of a workflow: one job, and what it needs.
final class JobSelection {

  /// The workflow with only that job and what it needs; none if it has no such job.
  static Optional<Workflow> of(Workflow workflow, String job) {
    Map<String, JobDefinition> jobs = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    workflow.jobs().forEach(one -> jobs.put(one.id(), one));
    var wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    Deque<JobDefinition> left =
        new ArrayDeque<>(Optional.ofNullable(jobs.get(job)).stream().toList());
    while (!left.isEmpty()) {
      JobDefinition next = left.pop();
      if (wanted.add(next.id())) {
        next.needs().stream().map(NeedReference::job).map(jobs::get).forEach(left::push);
      }
    }
    List<JobDefinition> selected =
        workflow.jobs().stream().filter(one -> wanted.contains(one.id())).toList();
    return selected.isEmpty() ? Optional.empty() : Optional.of(workflow.with(selected));
  }

  /// What to say where there is no such job.
  static String unknown(Workflow workflow, String job) {
    List<String> ids = workflow.jobs().stream().map(JobDefinition::id).toList();
    String hint = SpellingSuggestion.hint(job, ids);
    return "there is no job '%s' in %s; %s"
        .formatted(
            job, workflow.file(), hint.isEmpty() ? "there are " + String.join(", ", ids) : hint);
  }

  private JobSelection() {}
}
