package dev.pawl.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/// The rule for one module: which of our modules it may use, and whether it may use libraries.
/// Server and agent never see each other; what both need is in the core or the protocol.
record ModuleDependencyRule(String module, boolean libraries, List<String> uses) {

  // spotless:off
  static final List<ModuleDependencyRule> ALL = List.of(
      jdkOnly("expression"),
      jdkOnly("core",     "expression"),
      module("workflow",  "expression", "core"),
      module("protocol",  "expression", "core.lifecycle", "core.step", "core.plan", "core.classify"),
      module("server",    "expression", "core", "workflow", "protocol"),
      module("agent",     "expression", "core.lifecycle", "core.step", "core.plan", "core.classify", "core.mask", "protocol"),
      module("cli",       "expression", "core", "workflow", "protocol", "server", "agent"));
  // spotless:on

  private static ModuleDependencyRule jdkOnly(String module, String... uses) {
    return new ModuleDependencyRule(module, false, List.of(uses));
  }

  private static ModuleDependencyRule module(String module, String... uses) {
    return new ModuleDependencyRule(module, true, List.of(uses));
  }

  /// The rule for the modules below `root`.
  ArchRule below(String root) {
    String[] ours =
        Stream.concat(
                Stream.of(ImportedClasses.ROOT + "." + module, root + "." + module),
                uses.stream().map(name -> root + "." + name))
            .map(name -> name + "..")
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(root + "." + module + "..")
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(ours).or(others(root)))
        .because(module + " may use of ours: " + (uses.isEmpty() ? "nothing" : uses))
        .allowEmptyShould(true);
  }

  private DescribedPredicate<JavaClass> others(String root) {
    return libraries
        ? resideOutsideOfPackage(root + "..")
        : resideInAnyPackage("java..", "org.jspecify.annotations");
  }
}
