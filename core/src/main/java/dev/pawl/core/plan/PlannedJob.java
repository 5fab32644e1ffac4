package dev.pawl.core.plan;

import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.core.plan.matrix.MatrixPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One job of a [Plan].
///
/// @param id unique in the plan: the job's key in its file, after the id of its call and before the
///   label of its cell
/// @param name the name for people
/// @param needs the indices of the jobs that must end before this one
/// @param visibleNeeds the names of its needs that expressions may refer to; the first jobs of a
///   called workflow also wait for their caller's needs, which they do not see
/// @param scope the index of its [WorkflowScope]
/// @param runsOn the labels that an agent must have
/// @param timeout how long its steps may take
/// @param grace the time between SIGTERM and SIGKILL for a cancelled step
/// @param reason why the job is in the plan
/// @param template what is still to be evaluated, if anything
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

  /// The id of the job that executes a run's hooks; no job of a file can have it.
  public static final String HOOKS = "(hooks)";

  /// A job of the workflow itself with nothing left to evaluate.
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

  /// All its hooks: its own and those of its steps.
  List<Hook> hooks() {
    List<Hook> hooks = new ArrayList<>(policy.hooks());
    steps().forEach(step -> hooks.addAll(step.policy().hooks()));
    return hooks;
  }

  /// The time for all its hooks together.
  public Duration hookBudget() {
    return policy.hookBudget().orElseGet(() -> Hook.budget(hooks()));
  }

  public boolean isRequired() {
    return !policy.continueOnError();
  }

  /// Whether it is the last job of a run, which executes its hooks.
  public boolean isHooks() {
    return id.equals(HOOKS);
  }

  /// Whether it is a first job of a called workflow. It waits for its caller's needs, but sees only
  /// jobs of its own scope.
  public boolean isCallEntry() {
    return scope != WorkflowScope.WORKFLOW && visibleNeeds.isEmpty();
  }

  /// Its id without the label of its cell.
  public String idWithoutCell() {
    return policy.matrix().map(MatrixPolicy::name).orElse(id);
  }

  /// The job with other needs.
  public PlannedJob withNeeds(List<Integer> others) {
    return copy(id, name, others, runsOn, timeout, grace, policy, cell, template);
  }

  public PlannedJob with(JobPolicy policy) {
    return copy(id, name, needs, runsOn, timeout, grace, policy, cell, template);
  }

  public PlannedJob with(JobTemplate template) {
    return copy(id, name, needs, runsOn, timeout, grace, policy, cell, Optional.of(template));
  }

  PlannedJob withTimes(Duration timeout, Duration grace) {
    return copy(id, name, needs, runsOn, timeout, grace, policy, cell, template);
  }

  PlannedJob withReason(String other) {
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
        other,
        policy,
        cell,
        template);
  }

  /// The job with nothing left to evaluate.
  public PlannedJob evaluated() {
    return withEvaluated(name, runsOn, timeout, grace, policy);
  }

  /// The job for that cell of its matrix, with the rest of the template.
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

  /// The job with its evaluated parts, and nothing left to evaluate.
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
