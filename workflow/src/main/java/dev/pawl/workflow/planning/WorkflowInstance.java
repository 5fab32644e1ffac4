package dev.pawl.workflow.planning;

import dev.pawl.core.plan.WorkflowScope;
import dev.pawl.core.plan.expression.ExpressionScope;
import dev.pawl.expression.value.Value;
import dev.pawl.workflow.model.JobDefinition;
import dev.pawl.workflow.model.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;

/// One workflow of a plan under construction: the workflow of the run, or a call of another. Its
/// jobs see one another.
final class WorkflowInstance {

  private final Workflow workflow;
  private final int index;
  private final WorkflowScope scope;
  private final PlanTimeContext context;
  private final String name;
  private final Optional<WorkflowInstance> caller;
  private final ConditionForecast forecast;
  private final Map<String, KeyExpansion> families = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /// The jobs or calls that a key of the file has become.
  record KeyExpansion(String key, List<Integer> jobs, List<WorkflowInstance> calls) {}

  private WorkflowInstance(
      Workflow workflow,
      int index,
      WorkflowScope scope,
      PlanTimeContext context,
      String name,
      Optional<WorkflowInstance> caller,
      ConditionForecast forecast) {
    this.workflow = workflow;
    this.index = index;
    this.scope = scope;
    this.context = context;
    this.name = name;
    this.caller = caller;
    this.forecast = forecast;
    workflow
        .jobs()
        .forEach(job ->
            families.put(
                job.id(), new KeyExpansion(job.id(), new ArrayList<>(), new ArrayList<>())));
  }

  static WorkflowInstance of(Workflow workflow, PlanTimeContext context) {
    return new WorkflowInstance(
        workflow,
        WorkflowScope.WORKFLOW,
        WorkflowScope.OF_WORKFLOW,
        context,
        "",
        Optional.empty(),
        ConditionForecast.DEFAULT);
  }

  /// The instance of a workflow that this one calls.
  ///
  /// @param name for people
  /// @param forecast whether it is called at all
  WorkflowInstance call(
      Workflow called, int at, WorkflowScope made, String name, ConditionForecast forecast) {
    return new WorkflowInstance(
        called,
        at,
        made,
        context.forCall(made.inputs()),
        this.name + name + WorkflowScope.SEPARATOR,
        Optional.of(this),
        forecast);
  }

  Workflow workflow() {
    return workflow;
  }

  int index() {
    return index;
  }

  WorkflowScope scope() {
    return scope;
  }

  PlanTimeContext context() {
    return context;
  }

  /// The prefix of its jobs' names.
  String name() {
    return name;
  }

  /// Whether a job or a call with that forecast is certain to run unless something fails.
  boolean isCertainToRun(ConditionForecast other) {
    return other.kind() == ConditionForecast.Kind.TRUE
        && caller.map(around -> around.isCertainToRun(forecast)).orElse(true);
  }

  boolean isSkipped() {
    return forecast.isFalse() || caller.map(WorkflowInstance::isSkipped).orElse(false);
  }

  /// The reason of its jobs, if it is called: why the outermost skipped call around them is
  /// skipped, or that it is called.
  Optional<String> reason() {
    Optional<String> around =
        caller.filter(WorkflowInstance::isSkipped).flatMap(WorkflowInstance::reason);
    if (caller.isEmpty() || around.isPresent()) {
      return around;
    }
    return Optional.of(
        forecast.reason().isEmpty()
            ? "called by " + scope.id()
            : "called by %s, %s".formatted(scope.id(), forecast.reason()));
  }

  /// The contexts that a job has at plan time.
  ExpressionScope scopeOf(JobDefinition job) {
    Value.Dict github = (Value.Dict) context.scope().context("github");
    SequencedMap<String, Value> fields = new LinkedHashMap<>(github.fields());
    fields.put("job", new Value.Text(job.id()));
    return context.scope().with("github", new Value.Dict(fields));
  }

  /// The keys of the jobs that it needs, as those spell them, each once.
  List<String> neededKeys(JobDefinition job) {
    return job.needs().stream().map(need -> expansionOf(need.job()).key()).distinct().toList();
  }

  KeyExpansion expansionOf(String key) {
    KeyExpansion family = families.get(key);
    if (family == null) {
      throw new IllegalStateException("unknown job " + key);
    }
    return family;
  }

  /// The jobs that must finish before one with these needs: all jobs of each key, and for a call
  /// also the call's own needs, so that their results are visible.
  SequencedSet<Integer> needs(List<String> sees) {
    SequencedSet<Integer> needs = new LinkedHashSet<>();
    Set<WorkflowInstance> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(sees);
    while (!open.isEmpty()) {
      KeyExpansion family = expansionOf(open.pop());
      needs.addAll(family.jobs());
      for (WorkflowInstance call : family.calls()) {
        if (seen.add(call)) {
          needs.addAll(call.allJobs());
          open.addAll(call.scope().visibleNeeds());
        }
      }
    }
    return needs;
  }

  /// All of its jobs, including those of its calls.
  private List<Integer> allJobs() {
    List<Integer> all = new ArrayList<>();
    for (KeyExpansion family : families.values()) {
      all.addAll(family.jobs());
      family.calls().forEach(call -> all.addAll(call.allJobs()));
    }
    all.sort(Integer::compare);
    return all;
  }

  /// The jobs that its first jobs wait for: the needs of the call, or those of the call around it
  /// if it has none.
  SequencedSet<Integer> callerNeeds() {
    if (caller.isEmpty()) {
      return new LinkedHashSet<>();
    }
    return scope.visibleNeeds().isEmpty()
        ? caller.get().callerNeeds()
        : caller.get().needs(scope.visibleNeeds());
  }
}
