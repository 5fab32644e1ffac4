package dev.pawl.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.pawl.core.lifecycle.Machine;
import java.util.List;
import java.util.function.Predicate;

/// Rules that only the engine's `EventApplier` changes a state.
final class StateWriteRules {

  private static final List<String> RECORDS = List.of("core.run", "core.attempt", "core.step");

  /// Only `EventApplier`, and the agent for its own reports, ask a machine for the next state.
  static ArchRule machinesAreAskedByApplyOnly(String root) {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .doNotHaveFullyQualifiedName(root + ".core.engine.EventApplier")
        .and()
        .resideOutsideOfPackage(root + ".agent..")
        .should(access("not ask a machine for the next state", StateWriteRules::isTransition))
        .because("only the engine's apply changes a state")
        .allowEmptyShould(true);
  }

  /// A record with a state is created, or copied with another state, by `EventApplier` only; the
  /// records may call each other.
  static ArchRule statesAreWrittenInTheEngineOnly(String root) {
    String[] records = RECORDS.stream().map(name -> root + "." + name).toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .doNotHaveFullyQualifiedName(root + ".core.engine.EventApplier")
        .and()
        .resideOutsideOfPackages(records)
        .should(access("not write a state", access -> writes(access, List.of(records))))
        .because("only the engine's apply changes a state")
        .allowEmptyShould(true);
  }

  private static boolean isTransition(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(Machine.class)
        && access.getTarget().getName().equals("transition");
  }

  /// A constructor, a method that gives the same record anew, or a factory that is handed a state.
  /// A factory that is not can only make the initial one.
  private static boolean writes(JavaAccess<?> access, List<String> records) {
    JavaClass owner = access.getTargetOwner();
    if (!(access.getTarget() instanceof CodeUnitAccessTarget target)
        || !records.contains(owner.getPackageName())
        || !carriesAState(owner)) {
      return false;
    }
    boolean anew = target.getRawReturnType().isAssignableTo(owner.getName());
    return target.getName().equals("<init>") || (anew && !isFactoryOfTheInitial(target));
  }

  private static boolean isFactoryOfTheInitial(CodeUnitAccessTarget target) {
    return target.resolveMember().stream()
            .anyMatch(member -> member.getModifiers().contains(JavaModifier.STATIC))
        && target.getRawParameterTypes().stream().noneMatch(StateWriteRules::isState);
  }

  private static boolean carriesAState(JavaClass type) {
    return answersItsState(type)
        || type.getFields().stream().anyMatch(field -> answersItsState(field.getRawType()));
  }

  private static boolean answersItsState(JavaClass type) {
    return type.getAllMethods().stream().anyMatch(method -> isState(method.getRawReturnType()));
  }

  private static boolean isState(JavaClass type) {
    return type.getPackageName().equals(Machine.class.getPackageName())
        && type.getSimpleName().endsWith("State");
  }

  private static ArchCondition<JavaClass> access(String what, Predicate<JavaAccess<?>> forbidden) {
    return new ArchCondition<>(what) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        ForbiddenUse.accessesOf(item)
            .filter(forbidden)
            .forEach(
                access -> events.add(SimpleConditionEvent.violated(item, access.getDescription())));
      }
    };
  }

  private StateWriteRules() {}
}
