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
import dev.pawl.workflow.model.container.JobContainers.UnsupportedFeature;
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

  private static final int MAX_JOBS = 10_000;
  private static final long MAX_NEEDS = 1_000_000;

  private final PlanRequest request;
  private final PlanErrors errors = new PlanErrors();
  private final DispatchSizeEstimate sizes;
  private final MatrixBudget matrixBudget;
  private final List<DraftJob> jobs = new ArrayList<>();
  private final List<WorkflowScope> scopes = new ArrayList<>(List.of(WorkflowScope.OF_WORKFLOW));

  /// A job whose needs are still names.
  private record DraftJob(WorkflowInstance instance, PlannedJob job, boolean isSkipped) {}

  public PlanBuilder(PlanRequest request) {
    this.request = request;
    this.matrixBudget = new MatrixBudget(request.limits().maxMatrixSize());
    this.sizes = new DispatchSizeEstimate(request.contexts());
  }

  public PlanResult plan(Workflow workflow) {
    WorkflowInstance instance =
        WorkflowInstance.of(workflow, PlanTimeContext.of(request.contexts()));
    addJobs(instance);
    var policy = RunPolicyBuilder.of(workflow, instance.context(), errors);
    if (!errors.hasErrors()) {
      String name = workflow.name().isBlank() ? workflow.file() : workflow.name();
      List<PlannedJob> resolved = withResolvedNeeds();
      if (!errors.hasErrors()) {
        Plan plan =
            request.limits().cap(new Plan(name, resolved, policy, request.contexts(), scopes));
        return new PlanResult.Planned(plan, SkipForecast.in(plan, skippedJobs()));
      }
    }
    return errors.rejected();
  }

  private Set<Integer> skippedJobs() {
    return IntStream.range(0, jobs.size())
        .filter(index -> jobs.get(index).isSkipped())
        .boxed()
        .collect(Collectors.toSet());
  }

  PlanErrors errors() {
    return errors;
  }

  /// The budget that all matrices share.
  MatrixBudget matrixBudget() {
    return matrixBudget;
  }

  void addJobs(WorkflowInstance instance) {
    for (JobDefinition job : instance.workflow().jobs()) {
      switch (job.work()) {
        case JobWork.Steps work -> add(instance, job, work);
        case JobWork.WorkflowCall call -> new CallPlanner(this, instance, job, call).plan();
      }
    }
  }

  /// Adds the scope of a call and returns its index.
  int add(WorkflowScope scope) {
    scopes.add(scope);
    return scopes.size() - 1;
  }

  private void add(WorkflowInstance instance, JobDefinition job, JobWork.Steps work) {
    ExpressionScope jobScope = instance.scopeOf(job);
    ConditionForecast forecast = ConditionForecast.of(job, instance.context(), jobScope, errors);
    JobTemplate template = JobTemplateBuilder.of(instance, job, work);
    PlannedJob one =
        job(
            instance,
            job,
            forecast,
            template,
            body(instance, work),
            work.policy(),
            work.gracePeriod());
    boolean isCertain = instance.isCertainToRun(forecast);
    Position matrix = job.strategy().map(StrategyDefinition::position).orElse(job.position());
    boolean isExpandedLater = forecast.isFalse() || !canExpandMatrix(instance, template);
    boolean canEvaluate = instance.context().canEvaluate(template.texts());
    for (PlannedJob cell :
        isExpandedLater ? List.of(one) : cells(one, jobScope, isCertain, matrix)) {
      PlannedJob planned = canEvaluate ? evaluate(cell, jobScope, isCertain, job.position()) : cell;
      add(instance, job, planned, forecast);
    }
    checkSize(job.position(), one);
  }

  private static boolean canExpandMatrix(WorkflowInstance instance, JobTemplate template) {
    return template
        .strategy()
        .map(found -> instance.context().canEvaluate(found.texts()))
        .orElse(true);
  }

  /// The cells of the job's matrix. An empty matrix is left to the run, and so is an error in a job
  /// that may be skipped.
  private List<PlannedJob> cells(
      PlannedJob one, ExpressionScope jobScope, boolean isCertain, Position position) {
    try {
      List<PlannedJob> cells = one.template().orElseThrow().cells(one, jobScope, matrixBudget);
      return cells.isEmpty() ? List.of(one) : cells;
    } catch (TextEvaluationException e) {
      if (isCertain) {
        errors.error(position, e.message(), "");
      }
      return List.of(one);
    }
  }

  /// The cell with its texts evaluated. An error in a job that may be skipped is left to the run,
  /// and so is a job whose matrix is not expanded yet.
  private PlannedJob evaluate(
      PlannedJob cell, ExpressionScope jobScope, boolean isCertain, Position position) {
    JobTemplate rest = cell.template().orElseThrow();
    if (rest.strategy().isPresent()) {
      return cell;
    }
    try {
      return rest.evaluate(cell, jobScope);
    } catch (TextEvaluationException e) {
      if (isCertain) {
        errors.error(position, e.message(), "");
      }
      return cell;
    }
  }

  private JobBody body(WorkflowInstance instance, JobWork.Steps work) {
    List<UnsupportedFeature> unsupported = work.containers().unsupportedFeatures();
    if (!unsupported.isEmpty()) {
      UnsupportedFeature first = unsupported.getFirst();
      return StepExpansion.failing(first.position(), "container", first.reason());
    }
    return StepExpansion.of(
        work.steps(),
        work.defaults().within(instance.workflow().defaults()),
        List.of(TemplateSources.of(instance.workflow().env()), TemplateSources.of(work.env())),
        TemplateSources.of(work.outputs()),
        errors);
  }

  private PlannedJob job(
      WorkflowInstance instance,
      JobDefinition job,
      ConditionForecast forecast,
      JobTemplate template,
      JobBody body,
      JobPolicy policy,
      Optional<Duration> gracePeriod) {
    boolean isNamed = !template.name().contains("${{");
    return new PlannedJob(
        instance.scope().idOf(job.id()),
        instance.name() + (isNamed ? template.name() : job.id()),
        List.of(),
        instance.neededKeys(job),
        instance.index(),
        JobTemplateBuilder.literal(template.runsOn()),
        body,
        request.limits().defaultJobTimeout(),
        gracePeriod.orElse(request.limits().defaultGrace()),
        reason(instance, forecast),
        policy.withCondition(forecast.condition()),
        Optional.empty(),
        Optional.of(template));
  }

  private String reason(WorkflowInstance instance, ConditionForecast forecast) {
    Optional<String> callers = instance.reason();
    if (callers.isPresent() && (instance.isSkipped() || forecast.reason().isEmpty())) {
      return callers.get();
    }
    if (!forecast.reason().isEmpty()) {
      return forecast.reason();
    }
    return request.reason().isEmpty() ? "no condition" : request.reason();
  }

  /// Adds a job that fails with the reason, in place of a call that cannot be made.
  void addFailingJob(
      WorkflowInstance instance,
      JobDefinition job,
      ConditionForecast forecast,
      Position position,
      String uses,
      String why) {
    PlannedJob one =
        placeholder(
            instance, job, forecast, Optional.empty(), StepExpansion.failing(position, uses, why));
    add(instance, job, one.evaluated(), forecast);
  }

  /// Adds a job with an empty matrix, in place of a call without cells: the run skips it and its
  /// dependents.
  void addSkippedJob(
      WorkflowInstance instance,
      JobDefinition job,
      ConditionForecast forecast,
      dev.pawl.core.plan.matrix.MatrixStrategy empty) {
    JobBody nothing = StepExpansion.failing(job.position(), job.id(), "its matrix is empty");
    add(instance, job, placeholder(instance, job, forecast, Optional.of(empty), nothing), forecast);
  }

  private PlannedJob placeholder(
      WorkflowInstance instance,
      JobDefinition job,
      ConditionForecast forecast,
      Optional<dev.pawl.core.plan.matrix.MatrixStrategy> strategy,
      JobBody body) {
    var template =
        new JobTemplate(
            instance.name(), job.id(), List.of(), "", "", "", Optional.empty(), "", strategy);
    return job(instance, job, forecast, template, body, JobPolicy.PLAIN, Optional.empty());
  }

  private void add(
      WorkflowInstance instance,
      JobDefinition job,
      PlannedJob planned,
      ConditionForecast forecast) {
    if (jobs.size() < MAX_JOBS) {
      instance.expansionOf(job.id()).jobs().add(jobs.size());
      jobs.add(new DraftJob(instance, planned, instance.isSkipped() || forecast.isFalse()));
    } else {
      errors.error(job.position(), "more than %,d jobs in a run".formatted(MAX_JOBS), "");
    }
  }

  private void checkSize(Position position, PlannedJob job) {
    long size = sizes.of(job.body(), job.policy().hooks());
    if (size > JobBody.MAX_OWN_BYTES) {
      errors.error(
          position,
          "the job is too large for one message to its agent: %,d bytes, at most %,d"
              .formatted(size, JobBody.MAX_OWN_BYTES),
          "move large scripts to files of the repository");
    }
  }

  private List<PlannedJob> withResolvedNeeds() {
    List<PlannedJob> resolved = new ArrayList<>();
    long needs = 0;
    for (DraftJob draft : jobs) {
      List<String> sees = draft.job().visibleNeeds();
      SequencedSet<Integer> found =
          sees.isEmpty() ? draft.instance().callerNeeds() : draft.instance().needs(sees);
      needs += found.size();
      if (needs > MAX_NEEDS) {
        errors.error(
            Position.startOf(draft.instance().workflow().file()),
            "more than %,d needs between jobs and cells".formatted(MAX_NEEDS),
            "");
        return List.of();
      }
      resolved.add(draft.job().withNeeds(List.copyOf(found)));
    }
    return resolved;
  }
}
