package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Allowance;
import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.JobTemplate;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.workflow.diagnostics.Position;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.JobRules;
import dev.pawl.workflow.model.Obstacle;
import dev.pawl.workflow.model.Strategy;
import dev.pawl.workflow.model.Work;
import dev.pawl.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A plan in the making: jobs in the order of the file, the cells of a matrix and the jobs of a
/// call where the one job stands that they come of.
public final class Drafting {

  private static final int MOST_JOBS = 10_000;
  private static final long MOST_NEEDS = 1_000_000;

  private final Circumstances circumstances;
  private final Troubles troubles = new Troubles();
  private final Weights weights;
  private final Allowance allowance = new Allowance();
  private final List<Drafted> jobs = new ArrayList<>();
  private final List<Scope> scopes = new ArrayList<>(List.of(Scope.OF_WORKFLOW));

  /// A job whose needs are still names.
  private record Drafted(Unit unit, PlannedJob job, boolean isRuledOut) {}

  public Drafting(Circumstances circumstances) {
    this.circumstances = circumstances;
    this.weights = new Weights(circumstances.contexts());
  }

  public Planning plan(Workflow workflow) {
    Unit unit = Unit.of(workflow, Foreknowledge.of(circumstances.contexts()));
    draft(unit);
    var policy = RunPolicies.of(workflow, unit.known(), troubles);
    if (!troubles.hasErrors()) {
      String name = workflow.name().isBlank() ? workflow.file() : workflow.name();
      List<PlannedJob> resolved = resolved();
      if (!troubles.hasErrors()) {
        var plan = new Plan(name, resolved, policy, circumstances.contexts(), scopes);
        return new Planning.Planned(plan, Skips.in(plan, ruledOut()));
      }
    }
    return troubles.refused();
  }

  private Set<Integer> ruledOut() {
    return IntStream.range(0, jobs.size())
        .filter(index -> jobs.get(index).isRuledOut())
        .boxed()
        .collect(Collectors.toSet());
  }

  Troubles troubles() {
    return troubles;
  }

  /// What is left for matrices.
  Allowance allowance() {
    return allowance;
  }

  void draft(Unit unit) {
    for (Job job : unit.workflow().jobs()) {
      switch (job.work()) {
        case Work.Steps work -> add(unit, job, work);
        case Work.Calls calls -> new Calling(this, unit, job, calls).draft();
      }
    }
  }

  /// The index of the scope of another call.
  int add(Scope scope) {
    scopes.add(scope);
    return scopes.size() - 1;
  }

  private void add(Unit unit, Job job, Work.Steps work) {
    Sight sight = unit.sightOf(job);
    Outlook outlook = Outlook.of(job, unit.known(), sight, troubles);
    JobTemplate template = Templates.of(unit, job, work);
    PlannedJob one = job(unit, job, outlook, template, body(unit, work), work.rules());
    boolean isCertain = unit.isCertain(outlook);
    Position matrix = job.strategy().map(Strategy::position).orElse(job.position());
    boolean isLater = outlook.isRuledOut() || !covers(unit, template);
    boolean isKnown = unit.known().covers(template.texts());
    for (PlannedJob cell : isLater ? List.of(one) : cells(one, sight, isCertain, matrix)) {
      PlannedJob known = isKnown ? settled(cell, sight, isCertain, job.position()) : cell;
      add(unit, job, known, outlook);
    }
    weigh(job.position(), one.body());
  }

  private static boolean covers(Unit unit, JobTemplate template) {
    return template.strategy().map(found -> unit.known().covers(found.texts())).orElse(true);
  }

  /// An empty matrix, and one that may never be asked for, are left to the run.
  private List<PlannedJob> cells(
      PlannedJob one, Sight sight, boolean isCertain, Position position) {
    try {
      List<PlannedJob> cells = one.template().orElseThrow().cells(one, sight, allowance);
      return cells.isEmpty() ? List.of(one) : cells;
    } catch (RenderingFailure e) {
      if (isCertain) {
        troubles.error(position, e.message(), "");
      }
      return List.of(one);
    }
  }

  /// What may never be asked for is left to the run, as is what a matrix has not been made for.
  private PlannedJob settled(PlannedJob cell, Sight sight, boolean isCertain, Position position) {
    JobTemplate rest = cell.template().orElseThrow();
    if (rest.strategy().isPresent()) {
      return cell;
    }
    try {
      return rest.settle(cell, sight);
    } catch (RenderingFailure e) {
      if (isCertain) {
        troubles.error(position, e.message(), "");
      }
      return cell;
    }
  }

  private Body body(Unit unit, Work.Steps work) {
    List<Obstacle> obstacles = work.containers().obstacles();
    if (!obstacles.isEmpty()) {
      Obstacle first = obstacles.getFirst();
      return Bodies.refusing(first.position(), "container", first.reason());
    }
    return Bodies.of(
        work.steps(),
        work.defaults().within(unit.workflow().defaults()),
        List.of(Sources.of(unit.workflow().env()), Sources.of(work.env())),
        Sources.of(work.outputs()),
        troubles);
  }

  private PlannedJob job(
      Unit unit, Job job, Outlook outlook, JobTemplate template, Body body, JobRules rules) {
    boolean isNamed = !template.name().contains("${{");
    return new PlannedJob(
        unit.scope().idOf(job.id()),
        unit.name() + (isNamed ? template.name() : job.id()),
        List.of(),
        unit.sees(job),
        unit.index(),
        Templates.literal(template.runsOn()),
        body,
        PlannedJob.DEFAULT_TIMEOUT,
        rules.grace().orElse(PlannedJob.DEFAULT_GRACE),
        reason(unit, outlook),
        policy(outlook, rules),
        Optional.empty(),
        Optional.of(template));
  }

  private String reason(Unit unit, Outlook outlook) {
    Optional<String> callers = unit.reason();
    if (callers.isPresent() && (unit.isRuledOut() || outlook.reason().isEmpty())) {
      return callers.get();
    }
    if (!outlook.reason().isEmpty()) {
      return outlook.reason();
    }
    return circumstances.reason().isEmpty() ? "no condition" : circumstances.reason();
  }

  private static JobPolicy policy(Outlook outlook, JobRules rules) {
    return new JobPolicy(
        outlook.condition(),
        false,
        rules.retry().orElse(RetryPolicy.DEFAULT),
        rules.approval(),
        rules.delay(),
        Optional.empty(),
        rules.priority(),
        rules.hooks(),
        Optional.empty(),
        Optional.empty());
  }

  /// A call that cannot be made: a job that fails, and says so.
  void refuse(Unit unit, Job job, Outlook outlook, Position position, String uses, String why) {
    PlannedJob one =
        instead(unit, job, outlook, Optional.empty(), Bodies.refusing(position, uses, why));
    add(unit, job, one.evaluated(), outlook);
  }

  /// A call without a cell: a job without one, which the run skips, and with it what needs it.
  void standIn(Unit unit, Job job, Outlook outlook, dev.pawl.core.plan.Strategy empty) {
    Body nothing = Bodies.refusing(job.position(), job.id(), "its matrix is empty");
    add(unit, job, instead(unit, job, outlook, Optional.of(empty), nothing), outlook);
  }

  private PlannedJob instead(
      Unit unit,
      Job job,
      Outlook outlook,
      Optional<dev.pawl.core.plan.Strategy> strategy,
      Body body) {
    var template =
        new JobTemplate(
            unit.name(), job.id(), List.of(), "", "", "", Optional.empty(), "", strategy);
    return job(unit, job, outlook, template, body, JobRules.NONE);
  }

  private void add(Unit unit, Job job, PlannedJob planned, Outlook outlook) {
    if (jobs.size() < MOST_JOBS) {
      unit.family(job.id()).jobs().add(jobs.size());
      jobs.add(new Drafted(unit, planned, unit.isRuledOut() || outlook.isRuledOut()));
    } else {
      troubles.error(job.position(), "more than %,d jobs in a run".formatted(MOST_JOBS), "");
    }
  }

  private void weigh(Position position, Body body) {
    long weight = weights.of(body);
    if (weight > Body.MOST_OF_ITS_OWN) {
      troubles.error(
          position,
          "the job takes %,d bytes in a message to its agent, at most %,d"
              .formatted(weight, Body.MOST_OF_ITS_OWN),
          "keep large scripts in files of the repository");
    }
  }

  private List<PlannedJob> resolved() {
    List<PlannedJob> resolved = new ArrayList<>();
    long needs = 0;
    for (Drafted drafted : jobs) {
      List<String> sees = drafted.job().sees();
      SequencedSet<Integer> found =
          sees.isEmpty() ? drafted.unit().inherited() : drafted.unit().needs(sees);
      needs += found.size();
      if (needs > MOST_NEEDS) {
        troubles.error(
            Position.startOf(drafted.unit().workflow().file()),
            "more than %,d needs between jobs and cells".formatted(MOST_NEEDS),
            "");
        return List.of();
      }
      resolved.add(drafted.job().needing(List.copyOf(found)));
    }
    return resolved;
  }
}
