package dev.pawl.architecture;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every rule can be broken: on classes that do so on purpose it names each thing that it forbids,
/// and not those that keep it.
class ArchitectureCanaryTest {

  private static final SequencedMap<String, ArchRule> RULES =
      ArchitectureRules.below(ImportedClasses.OFFENDERS);

  /// What each rule must say about the offenders.
  private static final Map<String, List<String>> FOUND =
      Map.ofEntries(
          Map.entry("directions of expression", List.of("ExpressionThatSeesTheCore")),
          Map.entry(
              "directions of core", List.of("CoreThatSeesTheWorkflow", "CoreThatUsesALibrary")),
          Map.entry("directions of workflow", List.of("WorkflowThatSeesTheServer")),
          Map.entry("directions of protocol", List.of("ProtocolThatSeesTheCore")),
          Map.entry("directions of server", List.of("ServerThatSeesTheAgent")),
          Map.entry(
              "directions of agent", List.of("AgentThatSeesTheServer", "AgentThatSeesTheEngine")),
          Map.entry(
              "core: no clock",
              List.of(
                  "references method <java.time.Instant.now()>",
                  "calls method <java.time.Instant.now()>",
                  "java.time.LocalDate.now",
                  "java.time.Clock",
                  "currentTimeMillis",
                  "nanoTime")),
          Map.entry(
              "core: no chance",
              List.of(
                  "java.util.Random>",
                  "RandomGenerator",
                  "SecureRandom",
                  "ThreadLocalRandom",
                  "Math.random",
                  "randomUUID")),
          Map.entry(
              "core: no threads", List.of("java.lang.Thread", "ReentrantLock", "parallelStream")),
          Map.entry(
              "core: no input or output",
              List.of(
                  "java.io.InputStream",
                  "java.net.URI",
                  "java.nio.file.Path",
                  "java.sql.Connection",
                  "java.lang.System.out",
                  "getenv")),
          Map.entry(
              "core: no logging", List.of("java.util.logging.Logger", "java.lang.System$Logger")),
          Map.entry(
              "core: no unordered iteration",
              List.of(
                  "java.util.HashMap",
                  "java.util.HashSet",
                  "java.util.IdentityHashMap",
                  "java.util.Set.of(",
                  "references method <java.util.Set.copyOf(",
                  "java.util.Map.of(",
                  "java.util.Map.copyOf(",
                  "java.util.Map.ofEntries(",
                  "toSet",
                  "toMap",
                  "groupingBy",
                  "java.lang.Object.hashCode")),
          Map.entry(
              "machines",
              List.of(
                  "ServerThatAsksAMachine.calls",
                  "ServerThatAsksAMachine.<clinit>",
                  "Decides.foresees")),
          Map.entry(
              "states",
              List.of(
                  "ServerThatWritesStates.<clinit>",
                  "ServerThatWritesStates.constructs",
                  "ServerThatWritesStates.changes",
                  "ServerThatWritesStates.makes",
                  "ServerThatWritesStates.holds")),
          Map.entry("cycles", List.of("UsesTheLeft", "UsesTheRight")),
          Map.entry(
              "names",
              List.of("StoreImpl", "StoreManager", "StoreUtil>", "StoreUtils", "StoreHelper")),
          Map.entry("null-marked", List.of("WithoutPackageInfo")));

  /// Classes of the little copy that keep every rule.
  private static final List<String> INNOCENT =
      List.of(
          "CommandLineThatSeesAll",
          "KeepsTheOrder",
          "AgentThatClaims",
          "ServerThatReadsStates",
          "engine.EventApplier.apply(");

  static Set<String> breakable() {
    return new TreeSet<>(FOUND.keySet());
  }

  @ParameterizedTest
  @MethodSource("breakable")
  void theRuleNamesWhatBreaksItAndNothingElse(String rule) {
    var report =
        requireNonNull(RULES.get(rule))
            .evaluate(ImportedClasses.OFFENDING)
            .getFailureReport()
            .getDetails();
    for (String offence : requireNonNull(FOUND.get(rule))) {
      assertThat(report).anyMatch(line -> line.contains(offence), offence);
    }
    for (String innocent : INNOCENT) {
      assertThat(report).noneMatch(line -> line.split(">", 2)[0].contains(innocent));
    }
  }

  @Test
  void everyRuleHasItsOffendersButTheOneThatForbidsNothing() {
    var rules = new ArrayList<>(RULES.keySet());
    rules.removeAll(FOUND.keySet());
    assertThat(rules).containsExactly("directions of cli");
  }
}
