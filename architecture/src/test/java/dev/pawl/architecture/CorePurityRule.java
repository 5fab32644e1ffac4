package dev.pawl.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static dev.pawl.architecture.ForbiddenUse.forbidden;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/// A rule that keeps the core pure: same inputs, same outputs, in any JVM.
record CorePurityRule(String name, String why, ForbiddenUse things) {

  static final List<CorePurityRule> ALL =
      List.of(
          new CorePurityRule(
              "no clock",
              "time arrives with the command",
              forbidden("clock")
                  .methodsIn("java.time", "now")
                  .types("java.time.Clock", "java.time.InstantSource")
                  .types("java.util.Date", "java.util.Calendar", "java.util.Timer")
                  .methods("java.lang.System", "currentTimeMillis", "nanoTime")),
          new CorePurityRule(
              "no chance",
              "ids arrive with the command, and jitter is derived from ids",
              forbidden("chance")
                  .types(
                      "java.util.Random",
                      "java.util.SplittableRandom",
                      "java.security.SecureRandom")
                  .types("java.util.concurrent.ThreadLocalRandom")
                  .packages("java.util.random")
                  .methods("java.lang.Math", "random")
                  .methods("java.lang.StrictMath", "random")
                  .methods("java.util.UUID", "randomUUID")
                  .methods("java.util.Collections", "shuffle")),
          new CorePurityRule(
              "no threads",
              "there is one owner inside, and no lock",
              forbidden("threads")
                  .types("java.lang.Thread", "java.lang.ThreadLocal", "java.lang.ScopedValue")
                  .packages("java.util.concurrent", "java.util.concurrent.TimeUnit")
                  .methods("java.lang.Object", "wait", "notify", "notifyAll")
                  .methodsIn("java.util", "parallel")
                  .methodsIn("java.util", "parallelStream")),
          new CorePurityRule(
              "no input or output",
              "effects are data, and the shell delivers them",
              forbidden("input or output")
                  .packages("java.io")
                  .packages("java.nio.file")
                  .packages("java.nio.channels")
                  .packages("java.net")
                  .packages("java.sql")
                  .types("java.lang.Runtime", "java.lang.Process", "java.lang.ProcessBuilder")
                  .allOf("java.lang.System", "arraycopy", "currentTimeMillis", "nanoTime")),
          new CorePurityRule(
              "no logging",
              "what happened is in the journal",
              forbidden("logging")
                  .packages("java.util.logging")
                  .packages("org.slf4j")
                  .types("java.lang.System$Logger")),
          new CorePurityRule(
              "no unordered iteration",
              "the order of what has none differs from one JVM to the next",
              forbidden("unordered iteration")
                  .types("java.util.HashMap", "java.util.HashSet", "java.util.Hashtable")
                  .types("java.util.IdentityHashMap", "java.util.WeakHashMap")
                  .methods("java.util.Set", "of", "copyOf")
                  .methods("java.util.Map", "of", "copyOf", "ofEntries")
                  .methods("java.util.stream.Collectors", "toSet")
                  .methods("java.util.stream.Collectors", "toUnmodifiableSet", "toUnmodifiableMap")
                  .shortVariants("java.util.stream.Collectors", "toMap", 4)
                  .shortVariants("java.util.stream.Collectors", "groupingBy", 3)
                  .methods("java.lang.Object", "hashCode")
                  .methods("java.lang.Enum", "hashCode")
                  .methods("java.lang.System", "identityHashCode")));

  /// The rule for the modules below `root`.
  ArchRule below(String root) {
    return classes()
        .that()
        .resideInAPackage(root + ".core..")
        .should(things.unused())
        .because(why)
        .allowEmptyShould(true);
  }
}
