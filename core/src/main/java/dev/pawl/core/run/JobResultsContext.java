package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.Plan;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.TextEvaluationException;
import dev.pawl.core.plan.expression.TextEvaluator;
import dev.pawl.core.plan.matrix.MatrixCell;
import dev.pawl.expression.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/// Builds the contexts `needs` and `jobs` from the results of jobs and calls.
///
/// The cost depends on what is asked for: nothing here walks a whole run.
final class JobResultsContext {

  private static final String RESULT = "result";
  private static final String OUTPUTS = "outputs";

  /// The result of a job, a cell or a call.
  private record Result(
      AttemptState result, SequencedMap<String, Value> outputs, Optional<MatrixCell> cell) {}

  private final Run run;
  private final Plan plan;

  JobResultsContext(Run run) {
    this.run = run;
    this.plan = run.plan();
  }

  /// The results of those names in that scope.
  Value.Dict of(int scope, List<String> names) {
    SequencedMap<String, Value> all = new LinkedHashMap<>();
    for (String name : names) {
      List<Result> found = resultsNamed(scope, name);
      if (!found.isEmpty()) {
        all.put(name, toValue(found));
      }
    }
    return new Value.Dict(all);
  }

  /// The jobs with that name: one, the cells of a matrix, or all jobs of a call.
  List<Integer> jobs(int scope, String name) {
    List<Integer> own = jobsNamed(scope, name);
    if (!own.isEmpty()) {
      return own;
    }
    List<Integer> called = new ArrayList<>();
    calls(scope, name).forEach(call -> called.addAll(allJobsIn(call)));
    return called;
  }

  private List<Integer> jobsNamed(int scope, String name) {
    String id = plan.scope(scope).idOf(name);
    return run.graph().jobsNamed(id);
  }

  List<Integer> calls(int scope, String name) {
    List<Integer> calls = new ArrayList<>();
    for (int at = scope + 1; at < plan.scopes().size(); at++) {
      if (plan.scope(at).parent() == scope && plan.scope(at).key().equals(name)) {
        calls.add(at);
      }
    }
    return calls;
  }

  /// All jobs of a call, including those of calls in it.
  private List<Integer> allJobsIn(int scope) {
    List<Integer> jobs = new ArrayList<>(run.graph().jobsInScope(scope));
    for (int at = scope + 1; at < plan.scopes().size(); at++) {
      if (plan.scope(at).parent() == scope) {
        jobs.addAll(allJobsIn(at));
      }
    }
    return jobs;
  }

  private List<Result> resultsNamed(int scope, String name) {
    List<Result> found = new ArrayList<>();
    for (int index : jobsNamed(scope, name)) {
      found.add(of(run.job(index)));
    }
    for (int call : calls(scope, name)) {
      found.add(ofCall(call));
    }
    return found;
  }

  private static Result of(Job job) {
    SequencedMap<String, Value> outputs = new LinkedHashMap<>();
    if (job.attempt() instanceof Attempt.Ended ended) {
      ended.outputs().forEach((name, value) -> outputs.put(name, new Value.Text(value)));
    }
    return new Result(job.result(), outputs, job.planned().cell());
  }

  private Result ofCall(int call) {
    List<AttemptState> results =
        allJobsIn(call).stream().map(index -> run.job(index).result()).toList();
    WorkflowScope scope = plan.scope(call);
    SequencedMap<String, Value> outputs = new LinkedHashMap<>();
    var evaluator =
        new TextEvaluator(
            JobExpressionContext.on(run).inScope(call).with("jobs", () -> of(call, names(call))));
    long length = 0;
    for (var output : scope.outputs().entrySet()) {
      // No job is sent more than this, so the rest need not be made.
      String value =
          length > JobBody.MAX_NEEDS_BYTES
              ? ""
              : output(evaluator, output.getKey(), output.getValue());
      length += value.length();
      outputs.put(output.getKey(), new Value.Text(value));
    }
    return new Result(worst(results), outputs, scope.cell());
  }

  /// The value of an output; empty if it cannot be evaluated, because no job is left that could
  /// fail for it.
  private static String output(TextEvaluator evaluator, String name, String text) {
    try {
      return evaluator.text(name, text);
    } catch (TextEvaluationException e) {
      return "";
    }
  }

  private List<String> names(int scope) {
    Set<String> names = new LinkedHashSet<>();
    for (int index : run.graph().jobsInScope(scope)) {
      names.add(plan.scope(scope).keyOf(run.job(index).planned().idWithoutCell()));
    }
    for (WorkflowScope call : plan.scopes().subList(scope + 1, plan.scopes().size())) {
      if (call.parent() == scope) {
        names.add(call.key());
      }
    }
    return List.copyOf(names);
  }

  /// Merges the outputs of cells: the last non-empty value wins.
  private static Value toValue(List<Result> cells) {
    SequencedMap<String, Value> outputs = new LinkedHashMap<>();
    SequencedMap<String, Value> byLabel = new LinkedHashMap<>();
    for (Result cell : cells) {
      cell.outputs()
          .forEach((name, value) -> {
            if (value.isTruthy() || !outputs.containsKey(name)) {
              outputs.put(name, value);
            }
          });
      cell.cell().ifPresent(known -> byLabel.put(known.label(), toValue(cell, known)));
    }
    SequencedMap<String, Value> seen = new LinkedHashMap<>();
    seen.put(RESULT, text(worst(cells.stream().map(Result::result).toList())));
    seen.put(OUTPUTS, new Value.Dict(outputs));
    if (!byLabel.isEmpty()) {
      seen.put("cells", new Value.Dict(byLabel));
    }
    return new Value.Dict(seen);
  }

  private static Value toValue(Result one, MatrixCell cell) {
    SequencedMap<String, Value> seen = new LinkedHashMap<>();
    seen.put(RESULT, text(one.result()));
    seen.put(OUTPUTS, new Value.Dict(one.outputs()));
    seen.put("matrix", cell.matrix());
    return new Value.Dict(seen);
  }

  /// Failed if any failed, otherwise cancelled if any was, skipped if all were.
  private static AttemptState worst(List<AttemptState> results) {
    if (results.stream().anyMatch(AttemptState::isFailure)) {
      return AttemptState.FAILED;
    }
    if (results.contains(AttemptState.CANCELLED)) {
      return AttemptState.CANCELLED;
    }
    boolean isSkipped = results.stream().allMatch(AttemptState.SKIPPED::equals);
    return isSkipped ? AttemptState.SKIPPED : AttemptState.SUCCESS;
  }

  private static Value text(AttemptState state) {
    return new Value.Text(
        switch (state) {
          case SUCCESS -> "success";
          case SKIPPED -> "skipped";
          case CANCELLED -> "cancelled";
          case FAILED, TIMED_OUT, LOST -> "failure";
          case PENDING, HELD, WAITING, QUEUED -> "";
          case LEASED, STARTING, RUNNING, UPLOADING, RECOVERING, CANCELLING -> "";
        });
  }
}
