package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Scope;
import dev.pawl.core.plan.Sight;
import dev.pawl.expression.Value;
import dev.pawl.workflow.model.Job;
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

/// One workflow of a plan: the one that is run, or a call of another. Its jobs see one another.
final class Unit {

  private final Workflow workflow;
  private final int index;
  private final Scope scope;
  private final Foreknowledge known;
  private final String name;
  private final Optional<Unit> caller;
  private final Outlook outlook;
  private final Map<String, Family> families = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /// What a key of the file has become: jobs, or calls.
  record Family(String key, List<Integer> jobs, List<Unit> calls) {}

  private Unit(
      Workflow workflow,
      int index,
      Scope scope,
      Foreknowledge known,
      String name,
      Optional<Unit> caller,
      Outlook outlook) {
    this.workflow = workflow;
    this.index = index;
    this.scope = scope;
    this.known = known;
    this.name = name;
    this.caller = caller;
    this.outlook = outlook;
    workflow
        .jobs()
        .forEach(job ->
            families.put(job.id(), new Family(job.id(), new ArrayList<>(), new ArrayList<>())));
  }

  static Unit of(Workflow workflow, Foreknowledge known) {
    return new Unit(
        workflow, Scope.WORKFLOW, Scope.OF_WORKFLOW, known, "", Optional.empty(), Outlook.DEFAULT);
  }

  /// A workflow that this one calls.
  ///
  /// @param name what people see
  /// @param outlook whether it is called at all
  Unit calling(Workflow called, int at, Scope made, String name, Outlook outlook) {
    return new Unit(
        called,
        at,
        made,
        known.calledWith(made.inputs()),
        this.name + name + Scope.SEPARATOR,
        Optional.of(this),
        outlook);
  }

  Workflow workflow() {
    return workflow;
  }

  int index() {
    return index;
  }

  Scope scope() {
    return scope;
  }

  Foreknowledge known() {
    return known;
  }

  /// What stands before the names of its jobs.
  String name() {
    return name;
  }

  /// Whether a job or a call of that outlook is there to be run, as far as anybody knows now.
  boolean isCertain(Outlook ofOne) {
    return ofOne.kind() == Outlook.Kind.HOLDS
        && caller.map(around -> around.isCertain(outlook)).orElse(true);
  }

  boolean isRuledOut() {
    return outlook.isRuledOut() || caller.map(Unit::isRuledOut).orElse(false);
  }

  /// Why its jobs are there, if it is called: what rules out the outermost call that is.
  Optional<String> reason() {
    Optional<String> around = caller.filter(Unit::isRuledOut).flatMap(Unit::reason);
    if (caller.isEmpty() || around.isPresent()) {
      return around;
    }
    return Optional.of(
        outlook.reason().isEmpty()
            ? "called by " + scope.id()
            : "called by %s, %s".formatted(scope.id(), outlook.reason()));
  }

  /// What there is to see of a job now.
  Sight sightOf(Job job) {
    Value.Dict github = (Value.Dict) known.sight().context("github");
    SequencedMap<String, Value> fields = new LinkedHashMap<>(github.fields());
    fields.put("job", new Value.Text(job.id()));
    return known.sight().with("github", new Value.Dict(fields));
  }

  /// The names of what it needs, as the needed are written, each once.
  List<String> sees(Job job) {
    return job.needs().stream().map(need -> family(need.job()).key()).distinct().toList();
  }

  Family family(String key) {
    Family family = families.get(key);
    if (family == null) {
      throw new IllegalStateException("there is no job " + key);
    }
    return family;
  }

  /// The jobs that have to be over before one that sees these: all of each, and behind a call what
  /// that needs, so that whoever needs it knows of it.
  SequencedSet<Integer> needs(List<String> sees) {
    SequencedSet<Integer> needs = new LinkedHashSet<>();
    Set<Unit> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(sees);
    while (!open.isEmpty()) {
      Family family = family(open.pop());
      needs.addAll(family.jobs());
      for (Unit call : family.calls()) {
        if (seen.add(call)) {
          needs.addAll(call.everything());
          open.addAll(call.scope().sees());
        }
      }
    }
    return needs;
  }

  /// All of its jobs, those of the calls in it among them.
  private List<Integer> everything() {
    List<Integer> all = new ArrayList<>();
    for (Family family : families.values()) {
      all.addAll(family.jobs());
      family.calls().forEach(call -> all.addAll(call.everything()));
    }
    all.sort(Integer::compare);
    return all;
  }

  /// What the first of its jobs wait for: what the call needs; what the call around it needs, if it
  /// is a first one there itself.
  SequencedSet<Integer> inherited() {
    if (caller.isEmpty()) {
      return new LinkedHashSet<>();
    }
    return scope.sees().isEmpty() ? caller.get().inherited() : caller.get().needs(scope.sees());
  }
}
