package dev.pawl.simulation.invariants;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.expression.AllowedNames;
import dev.pawl.expression.Expression;
import dev.pawl.expression.ExpressionEnvironment;
import dev.pawl.expression.ExpressionError;
import dev.pawl.expression.value.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Evaluates whether a job may run, from the text of the design: the conditions of its callers,
/// then its own.
///
/// It walks the ancestors, where the engine keeps counts.
final class ReferenceConditions {

  private static final AllowedNames NAMES =
      new AllowedNames(
          Set.of("github", "needs", "inputs", "vars"),
          Set.of("success", "failure", "always", "cancelled"));

  private final Run run;

  ReferenceConditions(Run run) {
    this.run = run;
  }

  /// @throws ExpressionError if a condition cannot be evaluated
  boolean holds(Job job) throws ExpressionError {
    for (int scope = job.planned().scope(); scope != WorkflowScope.WORKFLOW; ) {
      WorkflowScope call = run.plan().scope(scope);
      List<Job> needs =
          call.visibleNeeds().stream().flatMap(name -> named(call.parent(), name)).toList();
      if (!holds(
          call.condition(), seen(call.parent(), call.visibleNeeds(), needs, call.parent()))) {
        return false;
      }
      scope = call.parent();
    }
    int scope = job.planned().scope();
    return holds(
        job.planned().policy().condition(),
        seen(scope, job.planned().visibleNeeds(), needs(job), scope));
  }

  boolean allWell(Job job) {
    return ancestors(needs(job), job.planned().scope()).allMatch(ReferenceConditions::wentWell);
  }

  /// The first jobs of a called workflow have no needs here: their caller's were checked.
  private List<Job> needs(Job job) {
    return job.planned().isCallEntry()
        ? List.of()
        : job.planned().needs().stream().map(run::job).toList();
  }

  private boolean holds(Condition condition, ExpressionEnvironment environment)
      throws ExpressionError {
    var expression = Expression.parse(condition.text(), NAMES);
    boolean isAllWell = environment.call("success", List.of()).isTruthy();
    return (isAllWell || expression.callsStatusFunction())
        && expression.evaluate(environment).isTruthy();
  }

  private ExpressionEnvironment seen(int scope, List<String> names, List<Job> needs, int within) {
    return new ExpressionEnvironment() {
      @Override
      public Value context(String name) {
        return name.equals("needs") ? results(scope, names) : Value.Null.NULL;
      }

      @Override
      public Value call(String function, List<Value> arguments) {
        return Value.of(
            switch (function) {
              case "success" -> ancestors(needs, within).allMatch(ReferenceConditions::wentWell);
              case "failure" -> ancestors(needs, within).anyMatch(job -> seen(job).isFailure());
              case "cancelled" -> run.cancel().isPresent();
              default -> true;
            });
      }
    };
  }

  private Value results(int scope, List<String> names) {
    var results = new LinkedHashMap<String, Value>();
    for (String name : names) {
      List<Job> jobs = named(scope, name).toList();
      var outputs = new LinkedHashMap<String, Value>();
      jobs.stream().filter(job -> handsOn(job, scope, name)).forEach(job -> output(job, outputs));
      var one = new LinkedHashMap<String, Value>();
      one.put("result", new Value.Text(result(jobs)));
      one.put("outputs", new Value.Dict(outputs));
      results.put(name, new Value.Dict(one));
    }
    return new Value.Dict(results);
  }

  /// In a simulated call only the first job's output is passed on.
  private static boolean handsOn(Job job, int scope, String name) {
    return job.planned().scope() == scope
        || job.planned().id().equals(name + WorkflowScope.SEPARATOR + "inner0");
  }

  private static void output(Job job, Map<String, Value> outputs) {
    if (job.attempt() instanceof Attempt.Ended ended) {
      String out = ended.outputs().getOrDefault("out", "");
      if (!out.isEmpty()) {
        outputs.put("out", new Value.Text(out));
      }
    }
  }

  private static String result(List<Job> jobs) {
    List<AttemptState> results = jobs.stream().map(ReferenceConditions::seen).toList();
    if (results.stream().anyMatch(AttemptState::isFailure)) {
      return "failure";
    }
    if (results.contains(AttemptState.CANCELLED)) {
      return "cancelled";
    }
    return results.contains(AttemptState.SUCCESS) ? "success" : "skipped";
  }

  /// The jobs with that name: one, the cells of a matrix, or all of a call.
  private Stream<Job> named(int scope, String name) {
    String id = run.plan().scope(scope).idOf(name);
    return all()
        .filter(job ->
            job.planned().idWithoutCell().equals(id)
                || job.planned().id().startsWith(id + WorkflowScope.SEPARATOR));
  }

  private Stream<Job> all() {
    return IntStream.range(0, run.jobs().size()).mapToObj(run::job);
  }

  /// All finished ancestors, seen from inside a scope.
  private Stream<Job> ancestors(List<Job> needs, int scope) {
    Deque<Job> open = new ArrayDeque<>(needs);
    Set<Integer> found = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      Job job = open.pop();
      boolean isEdge = job.planned().isCallEntry() && job.planned().scope() == scope;
      if (job.isOver() && found.add(job.index()) && !isEdge) {
        job.planned().needs().stream().map(run::job).forEach(open::add);
      }
    }
    return found.stream().map(run::job);
  }

  private static boolean wentWell(Job job) {
    boolean byHand =
        seen(job) == AttemptState.SKIPPED
            && job.attempt() instanceof Attempt.Ended ended
            && ended.resultReason() == ReasonCode.USER;
    return seen(job) == AttemptState.SUCCESS || byHand;
  }

  /// The result of a job as its dependents see it.
  private static AttemptState seen(Job job) {
    AttemptState result =
        job.attempt() instanceof Attempt.Ended ended ? ended.result() : job.attempt().state();
    return result.isFailure() && job.planned().policy().continueOnError()
        ? AttemptState.SUCCESS
        : result;
  }
}
