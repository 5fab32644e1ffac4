package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.keys.EventTable;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.reader.value.YamlTrees;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The names that expressions may use at the current position of the [SchemaChecker].
///
/// They are taken from the YAML tree, because a file is checked before it is read. Names that only
/// evaluation can tell are absent, and references to them are not checked.
public final class KnownNames {

  private final Set<String> inputs;
  private final Set<String> secrets;
  private final Map<String, YamlMapping> jobs = new TreeMap<>(IdentifierSet.ORDER);
  private final IdentityHashMap<YamlMapping, Set<String>> outputs = new IdentityHashMap<>();
  private Optional<KnownJobNames> job = Optional.empty();
  private Set<String> earlier = YamlTrees.emptyNames();
  private boolean isInStep;

  private KnownNames(Set<String> inputs, Set<String> secrets) {
    this.inputs = inputs;
    this.secrets = secrets;
  }

  public static KnownNames of(YamlMapping workflow) {
    Optional<YamlMapping> on = YamlTrees.mapping(workflow, "on");
    Optional<YamlMapping> call = on.flatMap(events -> YamlTrees.mapping(events, EventTable.CALL));
    Optional<YamlMapping> dispatch =
        on.flatMap(events -> YamlTrees.mapping(events, EventTable.DISPATCH));
    Set<String> inputs = YamlTrees.emptyNames();
    Stream.of(call, dispatch)
        .flatMap(Optional::stream)
        .forEach(event -> inputs.addAll(YamlTrees.names(event, "inputs")));
    KnownNames names =
        new KnownNames(
            inputs, call.map(event -> YamlTrees.names(event, "secrets")).orElse(Set.of()));
    YamlTrees.mapping(workflow, "jobs").ifPresent(found -> found.entries().forEach(names::addJob));
    return names;
  }

  /// The names in a composite action: its inputs, and the steps before each step.
  public static KnownNames ofAction(YamlMapping action) {
    KnownNames names = new KnownNames(YamlTrees.names(action, "inputs"), Set.of());
    names.job = YamlTrees.mapping(action, "runs").map(KnownJobNames::ofAction);
    return names;
  }

  private void addJob(YamlEntry entry) {
    if (entry.value() instanceof YamlMapping mapping) {
      jobs.put(entry.name(), mapping);
    }
  }

  /// Called when the checker enters a mapping.
  void enter(KeySection section, YamlMapping mapping) {
    if (section == KeySection.JOB) {
      job = Optional.of(KnownJobNames.of(mapping));
      earlier = YamlTrees.emptyNames();
    } else if (section.isStep()) {
      isInStep = true;
    }
  }

  /// Called when the checker leaves the mapping.
  void leave(KeySection section, YamlMapping mapping) {
    if (section == KeySection.JOB) {
      job = Optional.empty();
    } else if (section.isStep()) {
      isInStep = false;
      YamlTrees.string(mapping, "id").ifPresent(earlier::add);
    }
  }

  Optional<KnownJobNames> job() {
    return job;
  }

  /// The steps that have run: in a step those before it, elsewhere in the job all of them.
  Set<String> stepsThatRan() {
    return isInStep ? earlier : job.map(KnownJobNames::steps).orElse(Set.of());
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

  /// The outputs of a job; absent where a called workflow defines them.
  Optional<Set<String>> outputs(String id) {
    return Optional.ofNullable(jobs.get(id))
        .filter(found -> found.entry("uses").isEmpty())
        .map(found -> outputs.computeIfAbsent(found, each -> YamlTrees.names(each, "outputs")));
  }
}
