package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.core.plan.expression.JsonSize;
import dev.pawl.core.plan.expression.PlanContexts;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.expression.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/// Builds the contexts of expressions about a job: `github` `needs` `inputs` `vars` `strategy`
/// `matrix`, and the status functions.
public final class JobExpressionContext {

  /// Outputs of this size fit into a message in any encoding, so they need not be measured.
  private static final long SURELY_FITS = 16 * 1024;

  private final Run run;

  private JobExpressionContext(Run run) {
    this.run = run;
  }

  public static JobExpressionContext on(Run run) {
    return new JobExpressionContext(run);
  }

  /// The contexts of a job whose needs have ended.
  public ExpressionScope of(Job job) {
    PlannedJob planned = job.planned();
    return inScope(planned.scope())
        .with("github", () -> github(job))
        .with("needs", () -> new JobResultsContext(run).of(planned.scope(), planned.visibleNeeds()))
        .with("matrix", MatrixCell.matrix(planned.cell()))
        .with("strategy", MatrixCell.strategy(planned.cell(), planned.policy().matrix()))
        .withStatusFunctions(function -> callStatusFunction(function, job.upstream()));
  }

  /// The contexts of the call that makes a scope, evaluated in its parent scope.
  public ExpressionScope ofCall(int call) {
    WorkflowScope scope = run.plan().scope(call);
    return inScope(scope.parent())
        .with("needs", () -> new JobResultsContext(run).of(scope.parent(), scope.visibleNeeds()))
        .with("matrix", MatrixCell.matrix(scope.cell()))
        .with("strategy", MatrixCell.strategy(scope.cell(), scope.matrix()))
        .withStatusFunctions(function -> callStatusFunction(function, upstream(call)));
  }

  /// The contexts that everything in a scope shares.
  ExpressionScope inScope(int scope) {
    return ExpressionScope.of(run.plan().contexts())
        .with("github", this::github)
        .with("inputs", () -> inputs(scope));
  }

  /// The calls that contain a job, outermost first.
  public List<Integer> callsAround(Job job) {
    Deque<Integer> calls = new ArrayDeque<>();
    int scope = job.planned().scope();
    while (scope != WorkflowScope.WORKFLOW) {
      calls.push(scope);
      scope = run.plan().scope(scope).parent();
    }
    return List.copyOf(calls);
  }

  /// The open needs of the calls that contain a job. They are checked for each job, because a need
  /// may have been retried in the meantime.
  public List<Integer> openNeedsOfCalls(Job job) {
    return callsAround(job).stream()
        .flatMap(call -> transitiveNeeds(call).stream())
        .filter(need -> run.job(need).outcome() == UpstreamOutcome.OPEN)
        .distinct()
        .toList();
  }

  private boolean callStatusFunction(String function, Job.Upstream upstream) {
    return switch (function) {
      case "success" -> upstream.isAllSuccessful();
      case "failure" -> upstream.failed() > 0;
      case "always" -> true;
      case "cancelled" -> run.cancel().isPresent();
      default -> throw new IllegalStateException("there is no " + function + "()");
    };
  }

  /// The jobs that a call needs.
  public List<Integer> neededBy(int call) {
    var results = new JobResultsContext(run);
    WorkflowScope scope = run.plan().scope(call);
    return scope.visibleNeeds().stream()
        .flatMap(name -> results.jobs(scope.parent(), name).stream())
        .toList();
  }

  /// The outcomes of a call's needs, counted as a job counts its own.
  private Job.Upstream upstream(int call) {
    Job.Upstream upstream = Job.Upstream.NONE;
    for (int job : transitiveNeeds(call)) {
      upstream = upstream.and(run.job(job).outcome(), 1);
    }
    return upstream;
  }

  /// The jobs that a call needs, directly or through other calls.
  private List<Integer> transitiveNeeds(int call) {
    var results = new JobResultsContext(run);
    List<Integer> jobs = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(call));
    Set<Integer> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      WorkflowScope scope = run.plan().scope(open.pop());
      for (String name : scope.visibleNeeds()) {
        jobs.addAll(results.jobs(scope.parent(), name));
        results.calls(scope.parent(), name).stream().filter(seen::add).forEach(open::add);
      }
    }
    return jobs;
  }

  private Value github() {
    return new Value.Dict(githubFields());
  }

  private SequencedMap<String, Value> githubFields() {
    Origin origin = run.origin();
    SequencedMap<String, Value> github =
        new LinkedHashMap<>(run.plan().contexts().github().fields());
    boolean wasUnresolved = run.plan().contexts().unresolvedRef().isPresent();
    if (wasUnresolved && !origin.source().commit().isEmpty()) {
      github.put("sha", new Value.Text(origin.source().commit()));
      github.put("workflow_sha", new Value.Text(origin.source().commit()));
    }
    String opened = origin.lineage().opened();
    github.put("run_id", new Value.Text(opened.isEmpty() ? run.id().value() : opened));
    github.put("run_number", new Value.Text(Long.toString(origin.number())));
    github.put("run_attempt", new Value.Text(Integer.toString(origin.lineage().attempt())));
    return github;
  }

  private Value github(Job job) {
    SequencedMap<String, Value> github = githubFields();
    PlannedJob planned = job.planned();
    WorkflowScope scope = run.plan().scope(planned.scope());
    github.put("job", new Value.Text(scope.keyOf(planned.idWithoutCell())));
    return new Value.Dict(github);
  }

  /// Checks that the job can be sent to an agent: the inputs of its called workflows have valid
  /// values, and these and the outputs of its needs fit into a message.
  public void check(Job job) throws TextEvaluationException {
    if (size(job) > JobBody.MAX_NEEDS_BYTES) {
      throw tooLarge();
    }
  }

  /// The size, in the message to its agent, of what a job receives of other jobs; zero if that is
  /// little.
  public long receivedBytes(Job job) {
    try {
      return size(job);
    } catch (TextEvaluationException _) {
      return 0; // it was checked before the job was queued
    }
  }

  private long size(Job job) throws TextEvaluationException {
    long size = 0;
    for (int call : callsAround(job)) {
      size = JsonSize.nested(evaluatedInputs(call));
    }
    if (mayBeLarge(job.planned())) {
      size += JsonSize.nested(of(job).context("needs"));
    }
    return size;
  }

  /// Whether the outputs of its needs must be measured. Those of a call are texts, which may repeat
  /// the outputs of its jobs.
  private boolean mayBeLarge(PlannedJob job) {
    long made = 0;
    for (int need : job.needs()) {
      if (run.job(need).attempt() instanceof Attempt.Ended ended) {
        for (var output : ended.outputs().entrySet()) {
          made += output.getKey().length() + output.getValue().length();
        }
      }
    }
    var results = new JobResultsContext(run);
    return made > SURELY_FITS
        || job.visibleNeeds().stream()
            .anyMatch(name -> !results.calls(job.scope(), name).isEmpty());
  }

  private static TextEvaluationException tooLarge() {
    return new TextEvaluationException(
        "the outputs that it needs take more than %d MiB in the message to its agent. Pass large data in files"
            .formatted(JobBody.MAX_NEEDS_BYTES / (1024 * 1024)));
  }

  /// The inputs of a scope; empty if they cannot be evaluated, since no job runs for which [#check]
  /// failed.
  private Value.Dict inputs(int scope) {
    try {
      return evaluatedInputs(scope);
    } catch (TextEvaluationException e) {
      return PlanContexts.EMPTY;
    }
  }

  /// The inputs of a called workflow, which may refer to its caller's needs.
  private Value.Dict evaluatedInputs(int scope) throws TextEvaluationException {
    if (scope == WorkflowScope.WORKFLOW) {
      return run.plan().contexts().inputs();
    }
    var evaluator = new TextEvaluator(ofCall(scope));
    SequencedMap<String, Value> inputs = new LinkedHashMap<>();
    long size = 0;
    for (var input : run.plan().scope(scope).inputs().entrySet()) {
      Value value = input.getValue().value(input.getKey(), evaluator);
      size += JsonSize.nested(value);
      if (size > JobBody.MAX_NEEDS_BYTES) {
        throw tooLarge(); // before more of them are made
      }
      inputs.put(input.getKey(), value);
    }
    return new Value.Dict(inputs);
  }
}
