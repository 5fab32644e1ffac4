package dev.pawl.core.lifecycle.conformance;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Stream;

/// The conformance suite: whether a set of machines is the specified one, and keeps what the
/// published designs promise. It works on plain rows and returns what it finds, so that it can be
/// shown to find what is missing.
record ConformanceSuite(MachineSpec spec, List<StateMapping> maps) {

  static ConformanceSuite toTheSpec() {
    return new ConformanceSuite(MachineSpecReader.read(), StateMappings.ALL);
  }

  /// What is wrong with `machines`, which are the five in any state of disrepair.
  List<String> findings(List<MachineTable> machines) {
    return Stream.of(
            ofTables(machines),
            ofAnswers(machines),
            ofRefinement(machines),
            CoverageCheck.findings(spec, maps))
        .flatMap(List::stream)
        .toList();
  }

  List<String> ofTables(List<MachineTable> machines) {
    return spec.ours().stream()
        .flatMap(table -> MachineTableCheck.findings(table, named(table.name(), machines)).stream())
        .toList();
  }

  List<String> ofAnswers(List<MachineTable> machines) {
    return spec.ours().stream()
        .flatMap(table -> AnswerCheck.findings(table, named(table.name(), machines)).stream())
        .toList();
  }

  List<String> ofRefinement(List<MachineTable> machines) {
    return maps.stream()
        .flatMap(map -> ofRefinement(map, named(map.ours(), machines)).stream())
        .toList();
  }

  private List<String> ofRefinement(StateMapping map, MachineTable ours) {
    var published = requireNonNull(spec.published().get(map.published()));
    var declared = spec.declared().getOrDefault(map.section(), List.of());
    return RefinementCheck.findings(map, ours, published, declared);
  }

  private static MachineTable named(String name, List<MachineTable> machines) {
    return machines.stream().filter(table -> table.name().equals(name)).findFirst().orElseThrow();
  }
}
