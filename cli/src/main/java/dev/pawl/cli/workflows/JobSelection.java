package dev.pawl.cli.workflows;

import dev.pawl.cli.workflows.JobReference.Candidate;
import dev.pawl.cli.workflows.JobReference.Match;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.NeedReference;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.text.TemplateText;
import dev.pawl.workflow.planning.PlanResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/// Reduces a workflow or its plan to one job and the jobs that it needs.
final class JobSelection {

  /// Whether the file has a job of this id.
  static boolean isInFile(Workflow workflow, Candidate job) {
    return workflow.jobs().stream().anyMatch(one -> one.id().equals(job.id()));
  }

  /// Finds the job among those of the file. A name with expressions is known only in the plan.
  static Match inFile(Workflow workflow, String reference) {
    return JobReference.resolve(reference, jobs(workflow));
  }

  /// Finds the job among those of the file, the cells of their matrices, and the jobs of called
  /// workflows. A prefix of a job and of its own cells means the job.
  static Match inPlan(Workflow workflow, Plan plan, String reference) {
    List<Candidate> jobs = jobs(workflow);
    List<Candidate> planned =
        plan.jobs().stream().map(job -> new Candidate(job.id(), job.name())).toList();
    var ids = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    planned.forEach(job -> ids.add(job.id()));
    List<Candidate> all =
        Stream.concat(jobs.stream().filter(job -> !ids.contains(job.id())), planned.stream())
            .toList();
    Match match = JobReference.resolve(reference, all);
    return match instanceof Match.Ambiguous(_, var found)
            && JobReference.resolve(reference, jobs) instanceof Match.Found(Candidate job)
            && found.stream().allMatch(one -> one.id().startsWith(job.id()))
        ? new Match.Found(job)
        : match;
  }

  private static List<Candidate> jobs(Workflow workflow) {
    Function<JobDefinition, String> name =
        job ->
            job.name().filter(TemplateText::isLiteral).map(TemplateText::source).orElse(job.id());
    return workflow.jobs().stream().map(job -> new Candidate(job.id(), name.apply(job))).toList();
  }

  /// The workflow with only this job of the file and the jobs that it needs.
  static Workflow reduced(Workflow workflow, String id) {
    Map<String, JobDefinition> jobs = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    workflow.jobs().forEach(one -> jobs.put(one.id(), one));
    var wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    Deque<JobDefinition> left = new ArrayDeque<>(List.of(jobs.get(id)));
    while (!left.isEmpty()) {
      JobDefinition next = left.pop();
      if (wanted.add(next.id())) {
        next.needs().stream().map(NeedReference::job).map(jobs::get).forEach(left::push);
      }
    }
    return workflow.with(
        workflow.jobs().stream().filter(one -> wanted.contains(one.id())).toList());
  }

  /// The plan with only this planned job and the jobs that it needs.
  static PlanResult.Planned reduced(PlanResult.Planned whole, String id) {
    List<PlannedJob> jobs = whole.plan().jobs();
    var wanted = new TreeSet<Integer>();
    Deque<Integer> left = new ArrayDeque<>();
    for (int index = 0; index < jobs.size(); index++) {
      if (jobs.get(index).id().equals(id)) {
        left.push(index);
      }
    }
    while (!left.isEmpty()) {
      int next = left.pop();
      if (wanted.add(next)) {
        jobs.get(next).needs().forEach(left::push);
      }
    }
    return selected(whole, List.copyOf(wanted));
  }

  /// The plan with the jobs of these indices, which get new ones.
  private static PlanResult.Planned selected(PlanResult.Planned whole, List<Integer> wanted) {
    Map<Integer, Integer> indices = new HashMap<>();
    wanted.forEach(index -> indices.put(index, indices.size()));
    Map<Integer, String> skipped = new HashMap<>();
    List<PlannedJob> jobs = new ArrayList<>();
    for (int index : wanted) {
      String reason = whole.skipped().get(index);
      if (reason != null) {
        skipped.put(jobs.size(), reason);
      }
      PlannedJob job = whole.plan().job(index);
      jobs.add(job.withNeeds(job.needs().stream().map(indices::get).toList()));
    }
    return new PlanResult.Planned(whole.plan().with(jobs), skipped);
  }

  private JobSelection() {}
}
