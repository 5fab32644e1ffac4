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

/// Reduces a workflow to one job and the jobs that it needs.
final class JobSelection {

  /// The reduced workflow; empty if there is no such job.
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

  /// The message for an unknown job.
  static String unknown(Workflow workflow, String job) {
    List<String> ids = workflow.jobs().stream().map(JobDefinition::id).toList();
    String hint = SpellingSuggestion.hint(job, ids);
    return "job '%s' not found in %s; %s"
        .formatted(
            job, workflow.file(), hint.isEmpty() ? "its jobs are " + String.join(", ", ids) : hint);
  }

  private JobSelection() {}
}
