package dev.pawl.core.lifecycle.conformance;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.lifecycle.Lifecycles;
import dev.pawl.core.lifecycle.conformance.MachineSpec.Declared;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Shows that the checks of the mappings can fail: whatever is dropped from the declared paths, the
/// published machines or the mappings is reported.
class RefinementCanaryTest {

  private static final MachineSpec SPEC = MachineSpecReader.read();
  private static final List<MachineTable> MACHINES =
      Lifecycles.all().stream().map(MachineTable::of).toList();

  static Set<String> sections() {
    return SPEC.declared().keySet();
  }

  static Set<String> published() {
    return SPEC.published().keySet();
  }

  @ParameterizedTest
  @MethodSource("sections")
  void aDeclaredPathThatIsDroppedIsMissed(String section) {
    for (Declared dropped : SPEC.declared().getOrDefault(section, List.of())) {
      assertThat(findings(SPEC.without(section, dropped)))
          .as("without %s", dropped)
          .anyMatch(message -> message.contains(dropped.move()) && message.contains(section));
    }
  }

  @ParameterizedTest
  @MethodSource("sections")
  void wrongDeclaredPathIsFound(String section) {
    for (Declared path : SPEC.declared().getOrDefault(section, List.of())) {
      var astray =
          path.path().isEmpty() ? List.of(path.from()) : path.path().subList(1, path.path().size());
      var bent = new Declared(path.move(), path.from(), path.to(), astray);
      assertThat(findings(SPEC.without(section, path).with(section, bent)))
          .as("%s", bent)
          .anyMatch(message -> message.contains(path.move()) && message.contains("does not lead"));
    }
  }

  @ParameterizedTest
  @MethodSource("sections")
  void pathForAnUnknownMoveIsFound(String section) {
    var state = SPEC.declared().getOrDefault(section, List.of()).getFirst().from();
    var stray = new Declared("nowhere GO", state, state, List.of());
    assertThat(findings(SPEC.with(section, stray)))
        .anyMatch(message -> message.contains("nowhere GO"));
  }

  @ParameterizedTest
  @MethodSource("published")
  void aPublishedTransitionThatIsDroppedIsMissed(String machine) {
    for (MachineTable.Move dropped : published(machine).moves()) {
      assertThat(findings(SPEC.without(machine, dropped)))
          .as("%s without %s", machine, dropped)
          .anyMatch(
              message -> message.contains(dropped.event()) && message.contains("does not lead"));
    }
  }

  @ParameterizedTest
  @MethodSource("published")
  void aPublishedTransitionThatNoPathTakesIsFound(String machine) {
    for (MachineTable.Move unused : published(machine).moves()) {
      var without = withoutPathsBy(unused);
      assertThat(CoverageCheck.findings(without, StateMappings.ALL))
          .contains(machine + ": no path takes " + unused.label());
    }
  }

  @Test
  void mappingWithoutPathsIsFound() {
    var maps = StateMappings.ALL;
    var first = maps.getFirst().section();
    assertThat(CoverageCheck.findings(SPEC, maps.subList(1, maps.size())))
        .contains("no map for the declared paths '" + first + "'");
  }

  @ParameterizedTest
  @MethodSource("sections")
  void incompleteMappingIsFound(String section) {
    var map =
        StateMappings.ALL.stream()
            .filter(m -> m.section().equals(section))
            .findFirst()
            .orElseThrow();
    var blank = StateMapping.map(section, map.ours(), map.published());
    assertThat(findings(SPEC, blank)).isNotEmpty();
  }

  @Test
  void contextWithoutPathIsFound() {
    assertThat(
            findings(SPEC, breaker().beyondTheData("upside down", v -> v.sends("open", "CLOSED"))))
        .singleElement()
        .asString()
        .contains("no way for open COOL_DOWN, upside down, CLOSED to HALF_OPEN");
  }

  @Test
  void ruledOutMovesAreMovesOfSomeContext() {
    assertThat(findings(SPEC, breaker().never("open SING", "it does not")))
        .anyMatch(message -> message.contains("open SING, which is no move of ours"));
    assertThat(findings(SPEC, breaker().never("closed TRIP", "it does")))
        .anyMatch(message -> message.contains("closed TRIP is ruled out in every context"));
  }

  private static StateMapping breaker() {
    return StateMapping.map("Circuit breaker", "breaker", "circuit-breaker")
        .inUpperCase()
        .leavesOut("RESET", "a person's word is ours");
  }

  private static MachineSpec withoutPathsBy(MachineTable.Move unused) {
    MachineSpec left = SPEC;
    for (String section : sections()) {
      for (Declared path : SPEC.declared().getOrDefault(section, List.of())) {
        left = path.path().contains(unused.event()) ? left.without(section, path) : left;
      }
    }
    return left;
  }

  private static MachineTable published(String machine) {
    return requireNonNull(SPEC.published().get(machine));
  }

  private static List<String> findings(MachineSpec spec) {
    return new ConformanceSuite(spec, StateMappings.ALL).findings(MACHINES);
  }

  private static List<String> findings(MachineSpec spec, StateMapping map) {
    return new ConformanceSuite(spec, List.of(map)).ofRefinement(MACHINES);
  }
}
