package dev.pawl.core.lifecycle.conformance;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Stream;

/// The conformance suite: checks that machines are the specified ones and keep what the published
/// designs promise. It works on plain rows and returns its findings, so that a test can show what
/// it finds.
record ConformanceSuite(MachineSpec spec, List<StateMapping> maps) {

  static ConformanceSuite toTheSpec() {
    return new ConformanceSuite(MachineSpecReader.read(), StateMappings.ALL);
  }

  /// The findings about `machines`, which may be incomplete.
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
