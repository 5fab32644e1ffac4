package dev.pawl.architecture;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A list of what a class must not use: types, packages, methods. Calls and method references count
/// alike, and so does a type that only appears in a signature.
final class ForbiddenUse {

  private final String what;
  private final List<Predicate<JavaClass>> types = new ArrayList<>();
  private final List<Predicate<JavaAccess<?>>> accesses = new ArrayList<>();

  private ForbiddenUse(String what) {
    this.what = what;
  }

  static ForbiddenUse forbidden(String what) {
    return new ForbiddenUse(what);
  }

  ForbiddenUse types(String... names) {
    types.add(type -> List.of(names).contains(type.getBaseComponentType().getName()));
    return this;
  }

  /// A package and those below it, but for the types named.
  ForbiddenUse packages(String name, String... except) {
    types.add(type ->
        (type.getPackageName() + ".").startsWith(name + ".")
            && !List.of(except).contains(type.getName()));
    return this;
  }

  ForbiddenUse methods(String owner, String... names) {
    accesses.add(access ->
        isOwnedBy(access, owner) && List.of(names).contains(access.getTarget().getName()));
    return this;
  }

  /// Everything of a type but the members named.
  ForbiddenUse allOf(String owner, String... except) {
    accesses.add(access ->
        isOwnedBy(access, owner) && !List.of(except).contains(access.getTarget().getName()));
    return this;
  }

  /// Methods of any type of a package.
  ForbiddenUse methodsIn(String packageName, String name) {
    accesses.add(access ->
        access.getTargetOwner().getPackageName().startsWith(packageName)
            && access.getTarget().getName().equals(name));
    return this;
  }

  /// The variants of a method that have fewer parameters than `enough`.
  ForbiddenUse shortVariants(String owner, String name, int enough) {
    accesses.add(access ->
        isOwnedBy(access, owner)
            && access.getTarget().getName().equals(name)
            && access.getTarget() instanceof CodeUnitAccessTarget target
            && target.getRawParameterTypes().size() < enough);
    return this;
  }

  /// The condition that a class uses nothing of all this.
  ArchCondition<JavaClass> unused() {
    return new ArchCondition<>("use no " + what) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        Stream.concat(
                item.getDirectDependenciesFromSelf().stream()
                    .filter(ForbiddenUse.this::names)
                    .map(Dependency::getDescription),
                accessesOf(item).filter(ForbiddenUse.this::reaches).map(JavaAccess::getDescription))
            .distinct()
            .forEach(message -> events.add(SimpleConditionEvent.violated(item, message)));
      }
    };
  }

  private boolean names(Dependency dependency) {
    return types.stream().anyMatch(type -> type.test(dependency.getTargetClass()));
  }

  private boolean reaches(JavaAccess<?> access) {
    return accesses.stream().anyMatch(forbidden -> forbidden.test(access));
  }

  /// Calls, field accesses and method references.
  static Stream<JavaAccess<?>> accessesOf(JavaClass item) {
    return Stream.concat(
        item.getAccessesFromSelf().stream(), item.getCodeUnitReferencesFromSelf().stream());
  }

  private static boolean isOwnedBy(JavaAccess<?> access, String owner) {
    return access.getTargetOwner().getName().equals(owner);
  }
}
