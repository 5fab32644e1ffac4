package dev.pawl.core.plan;

import dev.pawl.core.plan.expression.PlanContexts;
import java.util.ArrayList;
import java.util.List;

/// The plan of a run: its jobs and their scopes. A job is identified by its index here, which never
/// changes.
///
/// Invariant: `needs` form no cycle; the planner has checked it.
///
/// @param contexts the contexts that are fixed by the plan
/// @param scopes the workflow itself, then the calls of reusable workflows; a call comes after the
///   scope that contains it
/// @param warnings what the workflow asked for and did not get, for people
public record Plan(
    String workflow,
    List<PlannedJob> jobs,
    RunPolicy policy,
    PlanContexts contexts,
    List<WorkflowScope> scopes,
    List<String> warnings) {

  private static final int MAX_WARNINGS = 50;
  private static final List<WorkflowScope> NO_CALLS = List.of(WorkflowScope.OF_WORKFLOW);

  public Plan {
    jobs = List.copyOf(jobs);
    scopes = List.copyOf(scopes);
    warnings = warnings.stream().distinct().limit(MAX_WARNINGS).toList();
  }

  /// A plan without warnings.
  public Plan(
      String workflow,
      List<PlannedJob> jobs,
      RunPolicy policy,
      PlanContexts contexts,
      List<WorkflowScope> scopes) {
    this(workflow, jobs, policy, contexts, scopes, List.of());
  }

  public Plan(String workflow, List<PlannedJob> jobs) {
    this(workflow, jobs, RunPolicy.PLAIN);
  }

  public Plan(String workflow, List<PlannedJob> jobs, RunPolicy policy) {
    this(workflow, jobs, policy, PlanContexts.NONE, NO_CALLS);
  }

  public PlannedJob job(int index) {
    return jobs.get(index);
  }

  /// Whether it has jobs, but not what they execute: the run was restored from its rows.
  public boolean isLost() {
    return !jobs.isEmpty() && jobs.stream().allMatch(job -> job.body().equals(JobBody.EMPTY));
  }

  public WorkflowScope scope(int index) {
    return scopes.get(index);
  }

  /// The plan with other jobs in the same scopes.
  public Plan with(List<PlannedJob> others) {
    return new Plan(workflow, others, policy, contexts, scopes, warnings);
  }

  public Plan with(RunPolicy other) {
    return new Plan(workflow, jobs, other, contexts, scopes, warnings);
  }

  Plan withWarnings(List<String> others) {
    return new Plan(workflow, jobs, policy, contexts, scopes, others);
  }

  /// The jobs that need each job: the reverse of `needs`, so that an end costs only what depends on
  /// it.
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
