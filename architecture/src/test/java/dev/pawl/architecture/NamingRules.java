package dev.pawl.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/// Rules for names and packages of main code: plain names, no cycles, nullness declared.
final class NamingRules {

  static ArchRule sayWhatAClassIs(String root) {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .haveNameMatching(".*(Impl|Managers?|Utils?|Helpers?)(\\$.*)?")
        .because("names are those of the glossary")
        .allowEmptyShould(true);
  }

  /// Two packages that use each other are one: a reader cannot understand either alone.
  static ArchRule packagesHaveNoCycles(String root) {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("data flows one way")
        .allowEmptyShould(true);
  }

  static ArchRule packagesAreNullMarked(String root) {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should(beInANullMarkedPackage())
        .because("what may be null is declared")
        .allowEmptyShould(true);
  }

  private static ArchCondition<JavaClass> beInANullMarkedPackage() {
    return new ArchCondition<>("be in a package that is @NullMarked") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        boolean marked =
            item.getPackage()
                .tryGetPackageInfo()
                .filter(info -> info.isAnnotatedWith(NullMarked.class))
                .isPresent();
        if (!marked) {
          events.add(
              SimpleConditionEvent.violated(
                  item, item.getName() + " is in a package that is not @NullMarked"));
        }
      }
    };
  }

  private NamingRules() {}
}
