package dev.pawl.core.plan;

import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One job of a [Plan].
///
/// @param id unique in the plan: the job's key in its file, with the label of its cell behind it
///   and that of the call before it
/// @param name what people see
/// @param needs the indices of the jobs that must end before this one
/// @param sees the names by which it asks about them; nothing of those that a called workflow's
///   first jobs wait for because their caller does
/// @param scope the index of the [WorkflowScope] that it is in
/// @param runsOn the labels that an agent must have
/// @param timeout how long its steps may take
/// @param grace how long a cancelled step may take between SIGTERM and SIGKILL
/// @param reason why the job is in the plan
/// @param template what is still to be evaluated, if anything is
public record PlannedJob(
    String id,
    String name,
    List<Integer> needs,
    List<String> visibleNeeds,
    int scope,
    List<String> runsOn,
    JobBody body,
    Duration timeout,
    Duration grace,
    String reason,
    JobPolicy policy,
    Optional<MatrixCell> cell,
    Optional<JobTemplate> template) {

  public static final Duration DEFAULT_TIMEOUT = Duration.ofHours(6);
  public static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);

  /// The id of the job that executes a run's hooks; no job of a file can be called so.
  public static final String HOOKS = "(hooks)";

  /// One of the workflow itself, of which all is known.
  public PlannedJob(
      String id,
      String name,
      List<Integer> needs,
      List<String> sees,
      List<String> runsOn,
      JobBody body,
      Duration timeout,
      Duration grace,
      String reason,
      JobPolicy policy) {
    this(
        id,
        name,
        needs,
        sees,
        WorkflowScope.WORKFLOW,
        runsOn,
        body,
        timeout,
        grace,
        reason,
        policy,
        Optional.empty(),
        Optional.empty());
  }

  public PlannedJob {
    needs = List.copyOf(needs);
    visibleNeeds = List.copyOf(visibleNeeds);
    runsOn = List.copyOf(runsOn);
  }

  public List<PlannedStep> steps() {
    return body.steps();
  }

  /// What its hooks may take together: its own, and those of its steps.
  public Duration hookBudget() {
    List<Hook> hooks = new ArrayList<>(policy.hooks());
    steps().forEach(step -> hooks.addAll(step.policy().hooks()));
    return Hook.budget(hooks);
  }

  public boolean isRequired() {
    return !policy.continueOnError();
  }

  /// Whether it is the last job of a run, which executes its hooks.
  public boolean isHooks() {
    return id.equals(HOOKS);
  }

  /// Whether it is a first one of a called workflow, which waits for what its caller needs, but is
  /// asked only about what is in there with it.
  public boolean isCallEntry() {
    return scope != WorkflowScope.WORKFLOW && visibleNeeds.isEmpty();
  }

  /// Its id without its cell.
  public String family() {
    return policy.matrix().map(MatrixPolicy::name).orElse(id);
  }

  /// The same job with other needs.
  public PlannedJob withNeeds(List<Integer> others) {
    return copy(id, name, others, runsOn, timeout, grace, policy, cell, template);
  }

  public PlannedJob with(JobPolicy policy) {
    return copy(id, name, needs, runsOn, timeout, grace, policy, cell, template);
  }

  public PlannedJob with(JobTemplate template) {
    return copy(id, name, needs, runsOn, timeout, grace, policy, cell, Optional.of(template));
  }

  /// The same, with nothing left to be evaluated.
  public PlannedJob evaluated() {
    return withEvaluated(name, runsOn, timeout, grace, policy);
  }

  /// That cell of its matrix, with what is still to be evaluated.
  PlannedJob toCell(MatrixCell cell, MatrixPolicy matrix, JobTemplate rest) {
    String label = " (%s)".formatted(cell.label());
    return copy(
        id + label,
        name + label,
        needs,
        runsOn,
        timeout,
        grace,
        policy.withMatrix(matrix),
        Optional.of(cell),
        Optional.of(rest));
  }

  /// With nothing left to be evaluated.
  PlannedJob withEvaluated(
      String name, List<String> runsOn, Duration timeout, Duration grace, JobPolicy policy) {
    return copy(id, name, needs, runsOn, timeout, grace, policy, cell, Optional.empty());
  }

  private PlannedJob copy(
      String id,
      String name,
      List<Integer> needs,
      List<String> runsOn,
      Duration timeout,
      Duration grace,
      JobPolicy policy,
      Optional<MatrixCell> cell,
      Optional<JobTemplate> template) {
    return new PlannedJob(
        id,
        name,
        needs,
        visibleNeeds,
        scope,
        runsOn,
        body,
        timeout,
        grace,
        reason,
        policy,
        cell,
        template);
  }
}
