package dev.pawl.workflow.reader;

import dev.pawl.workflow.keys.Events;
import dev.pawl.workflow.keys.Place;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What the expressions of a file may name, at the place where the [Checker] is.
///
/// Taken from the tree, since a file is checked before it is read. What cannot be told without
/// evaluating something is absent, and nothing is said about it.
final class Facts {

  private final Set<String> inputs;
  private final Set<String> secrets;
  private final Map<String, YamlMapping> jobs = new TreeMap<>(Identifiers.ORDER);
  private final IdentityHashMap<YamlMapping, Set<String>> outputs = new IdentityHashMap<>();
  private Optional<JobFacts> job = Optional.empty();
  private Set<String> earlier = Trees.noNames();
  private boolean isInStep;

  private Facts(Set<String> inputs, Set<String> secrets) {
    this.inputs = inputs;
    this.secrets = secrets;
  }

  static Facts of(YamlMapping workflow) {
    Optional<YamlMapping> on = Trees.mapping(workflow, "on");
    Optional<YamlMapping> call = on.flatMap(events -> Trees.mapping(events, Events.CALL));
    Optional<YamlMapping> dispatch = on.flatMap(events -> Trees.mapping(events, Events.DISPATCH));
    Set<String> inputs = Trees.noNames();
    Stream.of(call, dispatch)
        .flatMap(Optional::stream)
        .forEach(event -> inputs.addAll(Trees.names(event, "inputs")));
    Facts facts =
        new Facts(inputs, call.map(event -> Trees.names(event, "secrets")).orElse(Set.of()));
    Trees.mapping(workflow, "jobs").ifPresent(found -> found.entries().forEach(facts::addJob));
    return facts;
  }

  /// Of a composite action: its inputs, and the steps before each.
  static Facts ofAction(YamlMapping action) {
    Facts facts = new Facts(Trees.names(action, "inputs"), Set.of());
    facts.job = Trees.mapping(action, "runs").map(JobFacts::ofAction);
    return facts;
  }

  private void addJob(YamlEntry entry) {
    if (entry.value() instanceof YamlMapping mapping) {
      jobs.put(entry.name(), mapping);
    }
  }

  /// The checker goes into a mapping.
  void enter(Place place, YamlMapping mapping) {
    if (place == Place.JOB) {
      job = Optional.of(JobFacts.of(mapping));
      earlier = Trees.noNames();
    } else if (place.isStep()) {
      isInStep = true;
    }
  }

  /// It has come out again.
  void leave(Place place, YamlMapping mapping) {
    if (place == Place.JOB) {
      job = Optional.empty();
    } else if (place.isStep()) {
      isInStep = false;
      Trees.string(mapping, "id").ifPresent(earlier::add);
    }
  }

  Optional<JobFacts> job() {
    return job;
  }

  /// The steps that have run: in a step those before it, elsewhere in the job all of them.
  Set<String> stepsThatRan() {
    return isInStep ? earlier : job.map(JobFacts::steps).orElse(Set.of());
  }

  Set<String> jobs() {
    return jobs.keySet();
  }

  Set<String> inputs() {
    return inputs;
  }

  Set<String> secrets() {
    return secrets;
  }

  /// The outputs of a job; absent where a workflow that it calls decides.
  Optional<Set<String>> outputs(String id) {
    return Optional.ofNullable(jobs.get(id))
        .filter(found -> found.entry("uses").isEmpty())
        .map(found -> outputs.computeIfAbsent(found, each -> Trees.names(each, "outputs")));
  }
}
