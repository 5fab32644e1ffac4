package dev.pawl.architecture;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Applies every rule about classes to the code that ships.
class ArchitectureTest {

  static Set<String> rules() {
    return ArchitectureRules.below(ImportedClasses.ROOT).keySet();
  }

  static List<String> modules() {
    return ModuleDependencyRule.ALL.stream().map(ModuleDependencyRule::module).toList();
  }

  @ParameterizedTest
  @MethodSource("rules")
  void theRuleIsKept(String rule) {
    requireNonNull(ArchitectureRules.below(ImportedClasses.ROOT).get(rule))
        .check(ImportedClasses.MAIN);
  }

  /// A rule over classes that were not found is kept by accident.
  @ParameterizedTest
  @MethodSource("modules")
  void noModuleIsOverlooked(String module) {
    assertThat(ImportedClasses.classesOf(module))
        .as("classes of %s on the class path of this module", module)
        .isGreaterThanOrEqualTo(ImportedClasses.filesOf(module));
  }

  @Test
  void thereAreClassesAndSourcesAtAll() {
    assertThat(ImportedClasses.filesOf("core")).isGreaterThan(20);
    assertThat(ImportedClasses.classesOf("core")).isGreaterThan(20);
  }
}
