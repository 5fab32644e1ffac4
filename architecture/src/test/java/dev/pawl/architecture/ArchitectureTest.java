package dev.pawl.architecture;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

  static Set<String> rules() {
    return Rules.below(Sources.ROOT).keySet();
  }

  static List<String> modules() {
    return Direction.ALL.stream().map(Direction::module).toList();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theRuleIsKept(String rule) {
    requireNonNull(Rules.below(Sources.ROOT).get(rule)).check(Sources.MAIN);
  }

  /// A rule over classes that were not found is kept by accident.
  @ParameterizedTest
  @MethodSource("modules")
  void noModuleIsOverlooked(String module) {
    assertThat(Sources.classesOf(module))
        .as("classes of %s on the class path of this module", module)
        .isGreaterThanOrEqualTo(Sources.filesOf(module));
  }

  @Test
  void thereAreClassesAndSourcesAtAll() {
    assertThat(Sources.filesOf("core")).isGreaterThan(20);
    assertThat(Sources.classesOf("core")).isGreaterThan(20);
  }
}
