package dev.pawl.core.run;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.plan.Body;
import dev.pawl.core.plan.Cell;
import dev.pawl.core.plan.Contexts;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.Rendering;
import dev.pawl.core.plan.RenderingFailure;
import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.expression.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/// What expressions about a job see, from where it stands: `github` `needs` `inputs` `vars`
/// `strategy` `matrix`, and what `success()` and its like say.
public final class Perspective {

  /// However it is written down, and however often.
  private static final long SURELY_FITS = 16 * 1024;

  private final Run run;

  private Perspective(Run run) {
    this.run = run;
  }

  public static Perspective on(Run run) {
    return new Perspective(run);
  }

  /// Of a job whose needs are over.
  public Sight of(Job job) {
    PlannedJob planned = job.planned();
    return inside(planned.scope())
        .with("github", () -> github(job))
        .with("needs", () -> new Results(run).of(planned.scope(), planned.sees()))
        .with("matrix", Cell.matrix(planned.cell()))
        .with("strategy", Cell.strategy(planned.cell(), planned.policy().matrix()))
        .answering(function -> says(function, job.upstream()));
  }

  /// Of the call that makes a scope, from where it stands.
  public Sight ofCall(int call) {
    Scope scope = run.plan().scope(call);
    return inside(scope.parent())
        .with("needs", () -> new Results(run).of(scope.parent(), scope.sees()))
        .with("matrix", Cell.matrix(scope.cell()))
        .with("strategy", Cell.strategy(scope.cell(), scope.matrix()))
        .answering(function -> says(function, upstream(call)));
  }

  /// What all see that are in a scope.
  Sight inside(int scope) {
    return Sight.of(run.plan().contexts())
        .with("github", this::github)
        .with("inputs", () -> inputs(scope));
  }

  /// The calls that a job is in, the outermost first.
  public List<Integer> callsAround(Job job) {
    Deque<Integer> calls = new ArrayDeque<>();
    int scope = job.planned().scope();
    while (scope != Scope.WORKFLOW) {
      calls.push(scope);
      scope = run.plan().scope(scope).parent();
    }
    return List.copyOf(calls);
  }

  /// What is not over of all that the calls around a job need. They are asked about again for each
  /// of their jobs, and something may be tried again meanwhile.
  public List<Integer> openBeforeCalls(Job job) {
    return callsAround(job).stream()
        .flatMap(call -> before(call).stream())
        .filter(need -> run.job(need).legacy() == Legacy.OPEN)
        .distinct()
        .toList();
  }

  private boolean says(String function, Job.Upstream upstream) {
    return switch (function) {
      case "success" -> upstream.isWell();
      case "failure" -> upstream.failed() > 0;
      case "always" -> true;
      case "cancelled" -> run.cancel().isPresent();
      default -> throw new IllegalStateException("there is no " + function + "()");
    };
  }

  /// The jobs that a call needs.
  public List<Integer> neededBy(int call) {
    var results = new Results(run);
    Scope scope = run.plan().scope(call);
    return scope.sees().stream()
        .flatMap(name -> results.jobs(scope.parent(), name).stream())
        .toList();
  }

  /// What a call's needs pass on to it: as those of a job, which keeps count of them.
  private Job.Upstream upstream(int call) {
    Job.Upstream upstream = Job.Upstream.NONE;
    for (int job : before(call)) {
      upstream = upstream.and(run.job(job).legacy(), 1);
    }
    return upstream;
  }

  /// The jobs that a call needs. Behind a call comes what that one needs.
  private List<Integer> before(int call) {
    var results = new Results(run);
    List<Integer> jobs = new ArrayList<>();
    Deque<Integer> open = new ArrayDeque<>(List.of(call));
    Set<Integer> seen = new LinkedHashSet<>(open);
    while (!open.isEmpty()) {
      Scope scope = run.plan().scope(open.pop());
      for (String name : scope.sees()) {
        jobs.addAll(results.jobs(scope.parent(), name));
        results.calls(scope.parent(), name).stream().filter(seen::add).forEach(open::add);
      }
    }
    return jobs;
  }

  private Value github() {
    Origin origin = run.origin();
    SequencedMap<String, Value> github =
        new LinkedHashMap<>(run.plan().contexts().github().fields());
    String opened = origin.lineage().opened();
    github.put("run_id", new Value.Text(opened.isEmpty() ? run.id().value() : opened));
    github.put("run_number", new Value.Text(Long.toString(origin.number())));
    github.put("run_attempt", new Value.Text(Integer.toString(origin.lineage().attempt())));
    return new Value.Dict(github);
  }

  private Value github(Job job) {
    SequencedMap<String, Value> github = new LinkedHashMap<>(((Value.Dict) github()).fields());
    PlannedJob planned = job.planned();
    Scope scope = run.plan().scope(planned.scope());
    github.put("job", new Value.Text(scope.keyOf(planned.family())));
    return new Value.Dict(github);
  }

  /// That an agent can be told what the job needs to know: all inputs of the called workflows that
  /// it is in come to what they have to be, and what others made for it has room in a message.
  public void check(Job job) throws RenderingFailure {
    for (int call : callsAround(job)) {
      given(call);
    }
    long made = 0;
    for (int need : job.planned().needs()) {
      if (run.job(need).attempt() instanceof Attempt.Ended ended) {
        made += ended.outputs().values().stream().mapToLong(String::length).sum();
      }
    }
    if (made > SURELY_FITS && of(job).context("needs").json().length() > Body.MOST_NEEDED) {
      throw new RenderingFailure(
          "the outputs that it needs take more than %d bytes".formatted(Body.MOST_NEEDED));
    }
  }

  /// What of it cannot be evaluated is nothing: nobody runs for whom [#check] failed.
  private Value.Dict inputs(int scope) {
    try {
      return given(scope);
    } catch (RenderingFailure e) {
      return Contexts.EMPTY;
    }
  }

  /// Those of a called workflow may look at what its caller needs.
  private Value.Dict given(int scope) throws RenderingFailure {
    if (scope == Scope.WORKFLOW) {
      return run.plan().contexts().inputs();
    }
    var rendering = new Rendering(ofCall(scope));
    SequencedMap<String, Value> inputs = new LinkedHashMap<>();
    for (var input : run.plan().scope(scope).inputs().entrySet()) {
      inputs.put(input.getKey(), input.getValue().value(input.getKey(), rendering));
    }
    return new Value.Dict(inputs);
  }
}
