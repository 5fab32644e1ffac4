package dev.pawl.workflow.planning;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.matrix.MatrixBudget;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.JobWork;
import dev.pawl.workflow.model.StrategyDefinition;
import dev.pawl.workflow.model.Workflow;
import dev.pawl.workflow.model.container.UnsupportedFeature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Builds a plan: jobs in the order of the file, with the cells of a matrix and the jobs of a call
/// in the place of the job that they come from.
public final class PlanBuilder {

  private static final int MOST_JOBS = 10_000;
  private static final long MOST_NEEDS = 1_000_000;

  private final PlanRequest circumstances;
  private final PlanErrors troubles = new PlanErrors();
  private final DispatchSizeEstimate weights;
  private final MatrixBudget allowance = new MatrixBudget();
  private final List<Drafted> jobs = new ArrayList<>();
  private final List<WorkflowScope> scopes = new ArrayList<>(List.of(WorkflowScope.OF_WORKFLOW));

  /// A job whose needs are still names.
  private record Drafted(WorkflowInstance unit, PlannedJob job, boolean isRuledOut) {}

  public PlanBuilder(PlanRequest circumstances) {
    this.circumstances = circumstances;
    this.weights = new DispatchSizeEstimate(circumstances.contexts());
  }

  public PlanResult plan(Workflow workflow) {
    WorkflowInstance unit =
        WorkflowInstance.of(workflow, PlanTimeContext.of(circumstances.contexts()));
    draft(unit);
    var policy = RunPolicyBuilder.of(workflow, unit.context(), troubles);
    if (!troubles.hasErrors()) {
      String name = workflow.name().isBlank() ? workflow.file() : workflow.name();
      List<PlannedJob> resolved = resolved();
      if (!troubles.hasErrors()) {
        var plan = new Plan(name, resolved, policy, circumstances.contexts(), scopes);
        return new PlanResult.Planned(plan, SkipForecast.in(plan, ruledOut()));
      }
    }
    return troubles.rejected();
  }

  private Set<Integer> ruledOut() {
    return IntStream.range(0, jobs.size())
        .filter(index -> jobs.get(index).isRuledOut())
        .boxed()
        .collect(Collectors.toSet());
  }

  PlanErrors errors() {
    return troubles;
  }

  /// The budget that all matrices share.
  MatrixBudget allowance() {
    return allowance;
  }

  void draft(WorkflowInstance unit) {
    for (JobDefinition job : unit.workflow().jobs()) {
      switch (job.work()) {
        case JobWork.Steps work -> add(unit, job, work);
        case JobWork.WorkflowCall calls -> new CallPlanner(this, unit, job, calls).draft();
      }
    }
  }

  /// Adds the scope of a call and returns its index.
  int add(WorkflowScope scope) {
    scopes.add(scope);
    return scopes.size() - 1;
  }

  private void add(WorkflowInstance unit, JobDefinition job, JobWork.Steps work) {
    ExpressionScope sight = unit.scopeOf(job);
    ConditionForecast outlook = ConditionForecast.of(job, unit.context(), sight, troubles);
    JobTemplate template = JobTemplateBuilder.of(unit, job, work);
    PlannedJob one =
        job(unit, job, outlook, template, body(unit, work), work.policy(), work.gracePeriod());
    boolean isCertain = unit.isCertainToRun(outlook);
    Position matrix = job.strategy().map(StrategyDefinition::position).orElse(job.position());
    boolean isLater = outlook.isFalse() || !covers(unit, template);
    boolean isKnown = unit.context().canEvaluate(template.texts());
    for (PlannedJob cell : isLater ? List.of(one) : cells(one, sight, isCertain, matrix)) {
      PlannedJob known = isKnown ? settled(cell, sight, isCertain, job.position()) : cell;
      add(unit, job, known, outlook);
    }
    weigh(job.position(), one.body());
  }

  private static boolean covers(WorkflowInstance unit, JobTemplate template) {
    return template.strategy().map(found -> unit.context().canEvaluate(found.texts())).orElse(true);
  }

  /// The cells of the job's matrix. An empty matrix is left to the run, and so is an error in a job
  /// that may be skipped.
  private List<PlannedJob> cells(
      PlannedJob one, ExpressionScope sight, boolean isCertain, Position position) {
    try {
      List<PlannedJob> cells = one.template().orElseThrow().cells(one, sight, allowance);
      return cells.isEmpty() ? List.of(one) : cells;
    } catch (TextEvaluationException e) {
      if (isCertain) {
        troubles.error(position, e.message(), "");
      }
      return List.of(one);
    }
  }

  /// The cell with its texts evaluated. An error in a job that may be skipped is left to the run,
  /// and so is a job whose matrix is not expanded yet.
  private PlannedJob settled(
      PlannedJob cell, ExpressionScope sight, boolean isCertain, Position position) {
    JobTemplate rest = cell.template().orElseThrow();
    if (rest.strategy().isPresent()) {
      return cell;
    }
    try {
      return rest.evaluate(cell, sight);
    } catch (TextEvaluationException e) {
      if (isCertain) {
        troubles.error(position, e.message(), "");
      }
      return cell;
    }
  }

  private JobBody body(WorkflowInstance unit, JobWork.Steps work) {
    List<UnsupportedFeature> obstacles = work.containers().unsupportedFeatures();
    if (!obstacles.isEmpty()) {
      UnsupportedFeature first = obstacles.getFirst();
      return StepExpansion.failing(first.position(), "container", first.reason());
    }
    return StepExpansion.of(
        work.steps(),
        work.defaults().within(unit.workflow().defaults()),
        List.of(TemplateSources.of(unit.workflow().env()), TemplateSources.of(work.env())),
        TemplateSources.of(work.outputs()),
        troubles);
  }

  private PlannedJob job(
      WorkflowInstance unit,
      JobDefinition job,
      ConditionForecast outlook,
      JobTemplate template,
      JobBody body,
      JobPolicy policy,
      Optional<Duration> gracePeriod) {
    boolean isNamed = !template.name().contains("${{");
    return new PlannedJob(
        unit.scope().idOf(job.id()),
        unit.name() + (isNamed ? template.name() : job.id()),
        List.of(),
        unit.neededKeys(job),
        unit.index(),
        JobTemplateBuilder.literal(template.runsOn()),
        body,
        PlannedJob.DEFAULT_TIMEOUT,
        gracePeriod.orElse(PlannedJob.DEFAULT_GRACE),
        reason(unit, outlook),
        policy.withCondition(outlook.condition()),
        Optional.empty(),
        Optional.of(template));
  }

  private String reason(WorkflowInstance unit, ConditionForecast outlook) {
    Optional<String> callers = unit.reason();
    if (callers.isPresent() && (unit.isSkipped() || outlook.reason().isEmpty())) {
      return callers.get();
    }
    if (!outlook.reason().isEmpty()) {
      return outlook.reason();
    }
    return circumstances.reason().isEmpty() ? "no condition" : circumstances.reason();
  }

  /// Adds a job that fails with the reason, in place of a call that cannot be made.
  void addFailingJob(
      WorkflowInstance unit,
      JobDefinition job,
      ConditionForecast outlook,
      Position position,
      String uses,
      String why) {
    PlannedJob one =
        instead(unit, job, outlook, Optional.empty(), StepExpansion.failing(position, uses, why));
    add(unit, job, one.evaluated(), outlook);
  }

  /// Adds a job with an empty matrix, in place of a call without cells: the run skips it and its
  /// dependents.
  void addSkippedJob(
      WorkflowInstance unit,
      JobDefinition job,
      ConditionForecast outlook,
      dev.pawl.core.plan.matrix.MatrixStrategy empty) {
    JobBody nothing = StepExpansion.failing(job.position(), job.id(), "its matrix is empty");
    add(unit, job, instead(unit, job, outlook, Optional.of(empty), nothing), outlook);
  }

  private PlannedJob instead(
      WorkflowInstance unit,
      JobDefinition job,
      ConditionForecast outlook,
      Optional<dev.pawl.core.plan.matrix.MatrixStrategy> strategy,
      JobBody body) {
    var template =
        new JobTemplate(
            unit.name(), job.id(), List.of(), "", "", "", Optional.empty(), "", strategy);
    return job(unit, job, outlook, template, body, JobPolicy.PLAIN, Optional.empty());
  }

  private void add(
      WorkflowInstance unit, JobDefinition job, PlannedJob planned, ConditionForecast outlook) {
    if (jobs.size() < MOST_JOBS) {
      unit.expansionOf(job.id()).jobs().add(jobs.size());
      jobs.add(new Drafted(unit, planned, unit.isSkipped() || outlook.isFalse()));
    } else {
      troubles.error(job.position(), "more than %,d jobs in a run".formatted(MOST_JOBS), "");
    }
  }

  private void weigh(Position position, JobBody body) {
    long weight = weights.of(body);
    if (weight > JobBody.MAX_OWN_BYTES) {
      troubles.error(
          position,
          "the job takes %,d bytes in a message to its agent, at most %,d"
              .formatted(weight, JobBody.MAX_OWN_BYTES),
          "keep large scripts in files of the repository");
    }
  }

  private List<PlannedJob> resolved() {
    List<PlannedJob> resolved = new ArrayList<>();
    long needs = 0;
    for (Drafted drafted : jobs) {
      List<String> sees = drafted.job().visibleNeeds();
      SequencedSet<Integer> found =
          sees.isEmpty() ? drafted.unit().callerNeeds() : drafted.unit().needs(sees);
      needs += found.size();
      if (needs > MOST_NEEDS) {
        troubles.error(
            Position.startOf(drafted.unit().workflow().file()),
            "more than %,d needs between jobs and cells".formatted(MOST_NEEDS),
            "");
        return List.of();
      }
      resolved.add(drafted.job().withNeeds(List.copyOf(found)));
    }
    return resolved;
  }
}
