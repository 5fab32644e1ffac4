package dev.pawl.core.lifecycle.conformance;

import dev.pawl.core.lifecycle.conformance.MachineSpec.Declared;
import dev.pawl.core.lifecycle.conformance.MachineTable.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Checks that every transition of every published machine is on a declared path, and that every
/// declared path belongs to a mapping.
final class CoverageCheck {

  static List<String> findings(MachineSpec spec, List<StateMapping> maps) {
    List<String> findings = new ArrayList<>();
    var sections = maps.stream().map(StateMapping::section).toList();
    spec.declared().keySet().stream()
        .filter(section -> !sections.contains(section))
        .forEach(section -> findings.add("no map for the declared paths '" + section + "'"));
    sections.stream()
        .filter(section -> !spec.declared().containsKey(section))
        .forEach(section -> findings.add("no declared paths for the map '" + section + "'"));
    for (MachineTable published : spec.published().values()) {
      var reached = reached(spec, published, maps);
      published.moves().stream()
          .filter(move -> !reached.contains(move))
          .forEach(move -> findings.add(published.name() + ": no path takes " + move.label()));
    }
    return findings;
  }

  private static List<Move> reached(
      MachineSpec spec, MachineTable published, List<StateMapping> maps) {
    return maps.stream()
        .filter(map -> map.published().equals(published.name()))
        .flatMap(map -> declared(spec, map))
        .flatMap(path -> MachinePaths.steps(published, path.from(), path.path()).stream())
        .distinct()
        .toList();
  }

  private static Stream<Declared> declared(MachineSpec spec, StateMapping map) {
    return spec.declared().getOrDefault(map.section(), List.of()).stream();
  }

  private CoverageCheck() {}
}
