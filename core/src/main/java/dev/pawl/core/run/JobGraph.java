package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.WorkflowScope;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The jobs of a run and their dependencies. A job is identified by its index, which never changes;
/// further jobs are appended.
///
/// @param all the jobs by index
/// @param counts the number of jobs in each state, and the size of their outputs
/// @param names the index of each id
/// @param matrices the indices of each matrix's cells
/// @param scopes the indices of the jobs in each scope but the workflow's own
public record JobGraph(
    PersistentVector<Job> all,
    JobCounts counts,
    Map<String, Integer> names,
    Map<String, List<Integer>> matrices,
    Map<Integer, List<Integer>> scopes) {

  static final JobGraph NONE =
      new JobGraph(
          PersistentVector.of(List.of()),
          JobCounts.EMPTY,
          Collections.emptyMap(),
          Collections.emptyMap(),
          Collections.emptyMap());

  static JobGraph of(Plan plan, AttemptState initial, Instant at) {
    List<List<Integer>> dependents = plan.dependents();
    List<Job> jobs = new ArrayList<>();
    Map<String, Integer> names = new LinkedHashMap<>();
    Map<String, List<Integer>> matrices = new LinkedHashMap<>();
    Map<Integer, List<Integer>> scopes = new LinkedHashMap<>();
    for (int index = 0; index < plan.jobs().size(); index++) {
      PlannedJob planned = plan.job(index);
      names.put(planned.id(), index);
      int cell = index;
      planned
          .policy()
          .matrix()
          .ifPresent(
              matrix -> matrices.computeIfAbsent(matrix.name(), _ -> new ArrayList<>()).add(cell));
      if (planned.scope() != WorkflowScope.WORKFLOW) {
        scopes.computeIfAbsent(planned.scope(), _ -> new ArrayList<>()).add(index);
      }
      var upstream = Job.Upstream.NONE.and(UpstreamOutcome.OPEN, planned.needs().size());
      jobs.add(newJob(index, planned, dependents.get(index), initial, upstream, at));
    }
    return new JobGraph(
        PersistentVector.of(jobs),
        JobCounts.EMPTY.added(initial, jobs.size()),
        Collections.unmodifiableMap(names),
        Collections.unmodifiableMap(matrices),
        Collections.unmodifiableMap(scopes));
  }

  private static Job newJob(
      int index,
      PlannedJob planned,
      List<Integer> dependents,
      AttemptState initial,
      Job.Upstream upstream,
      Instant at) {
    var first = Attempt.Idle.first(initial, at);
    return new Job(
        index,
        planned,
        dependents,
        first,
        List.of(),
        upstream,
        Job.Protection.NONE,
        Optional.empty());
  }

  /// The cells of the job's matrix, this one included; none if it has no matrix.
  public List<Integer> matrixCells(Job job) {
    return job.planned()
        .policy()
        .matrix()
        .map(matrix -> matrices.getOrDefault(matrix.name(), List.of()))
        .orElse(List.of());
  }

  /// The jobs that a job of the file has become: itself, or its cells.
  List<Integer> jobsNamed(String id) {
    Integer itself = names.get(id);
    return itself == null ? matrices.getOrDefault(id, List.of()) : List.of(itself);
  }

  /// The jobs of a call, without those of calls in it.
  List<Integer> jobsInScope(int scope) {
    return scopes.getOrDefault(scope, List.of());
  }

  Optional<Integer> indexOf(String id) {
    return Optional.ofNullable(names.get(id));
  }

  public JobGraph with(Job job) {
    return new JobGraph(all.with(job.index(), job), counts, names, matrices, scopes);
  }

  JobGraph with(int index, Attempt attempt) {
    Job before = all.get(index);
    Job after = before.with(attempt);
    return new JobGraph(
        propagate(all.with(index, after), new Change(before, after)),
        counts.moved(before.attempt(), attempt),
        names,
        matrices,
        scopes);
  }

  private record Change(Job before, Job after) {
    private boolean changesOutcome() {
      return before.outcome() != after.outcome();
    }
  }

  /// Propagates a changed outcome to dependent jobs, through those that have ended. A retried job
  /// is open again.
  private static PersistentVector<Job> propagate(PersistentVector<Job> jobs, Change first) {
    PersistentVector<Job> next = jobs;
    Deque<Change> open = new ArrayDeque<>(List.of(first));
    while (!open.isEmpty()) {
      Change change = open.pop();
      if (!change.changesOutcome()) {
        continue;
      }
      for (int index : change.after().dependents()) {
        Job before = next.get(index);
        Job after =
            before.with(
                before
                    .upstream()
                    .moved(
                        before.effectOf(change.before().outcome()),
                        before.effectOf(change.after().outcome())));
        next = next.with(index, after);
        open.add(new Change(before, after));
      }
    }
    return next;
  }

  /// The graph with another job, without needs and dependents.
  public JobGraph withAdded(PlannedJob planned, AttemptState initial, Instant at) {
    Job last = newJob(all.size(), planned, List.of(), initial, Job.Upstream.NONE, at);
    return new JobGraph(
        all.append(last),
        counts.added(initial, 1),
        named(List.of(planned), all.size()),
        matrices,
        scopes);
  }

  /// The graph with a job replaced by the jobs of its evaluated template: the first one in its
  /// position, the others appended. Dependent jobs need all of them.
  public JobGraph rendered(int index, List<PlannedJob> cells, AttemptState initial, Instant at) {
    Job before = all.get(index);
    if (cells.size() == 1 && cells.getFirst().id().equals(before.planned().id())) {
      return with(before.planned(cells.getFirst()));
    }
    List<Integer> added = new ArrayList<>();
    PersistentVector<Job> next = all.with(index, before.planned(cells.getFirst()));
    for (PlannedJob cell : cells.subList(1, cells.size())) {
      added.add(next.size());
      Job job = newJob(next.size(), cell, before.dependents(), initial, before.upstream(), at);
      next = next.append(job);
    }
    for (int dependent : before.dependents()) {
      Job job = next.get(dependent);
      PlannedJob needing = job.planned().withNeeds(concat(job.planned().needs(), added));
      Job.Upstream upstream = job.upstream().and(UpstreamOutcome.OPEN, added.size());
      next = next.with(dependent, job.planned(needing).with(upstream));
    }
    for (int need : before.planned().needs()) {
      Job job = next.get(need);
      next = next.with(need, job.neededBy(concat(job.dependents(), added)));
    }
    Map<String, List<Integer>> grown = new LinkedHashMap<>(matrices);
    cells
        .getFirst()
        .policy()
        .matrix()
        .ifPresent(matrix -> grown.put(matrix.name(), concat(List.of(index), added)));
    return new JobGraph(
        next,
        counts.added(initial, added.size()),
        named(cells, index, all.size()),
        Collections.unmodifiableMap(grown),
        scopesWith(before.planned().scope(), added));
  }

  private Map<Integer, List<Integer>> scopesWith(int scope, List<Integer> added) {
    if (scope == WorkflowScope.WORKFLOW) {
      return scopes;
    }
    Map<Integer, List<Integer>> grown = new LinkedHashMap<>(scopes);
    grown.put(scope, concat(jobsInScope(scope), added));
    return Collections.unmodifiableMap(grown);
  }

  private Map<String, Integer> named(List<PlannedJob> cells, int first, int others) {
    Map<String, Integer> named = new LinkedHashMap<>(names);
    named.remove(all.get(first).planned().id());
    named.put(cells.getFirst().id(), first);
    for (int cell = 1; cell < cells.size(); cell++) {
      named.put(cells.get(cell).id(), others + cell - 1);
    }
    return Collections.unmodifiableMap(named);
  }

  private Map<String, Integer> named(List<PlannedJob> added, int from) {
    Map<String, Integer> named = new LinkedHashMap<>(names);
    for (int i = 0; i < added.size(); i++) {
      named.put(added.get(i).id(), from + i);
    }
    return Collections.unmodifiableMap(named);
  }

  private static List<Integer> concat(List<Integer> some, List<Integer> others) {
    List<Integer> joined = new ArrayList<>(some);
    joined.addAll(others);
    return joined;
  }
}
