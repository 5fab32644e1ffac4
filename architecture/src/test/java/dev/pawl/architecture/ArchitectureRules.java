package dev.pawl.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// All rules about classes, by name. Each is made for a root package: `dev.pawl` itself, or the
/// little copy of it in which everything is wrong on purpose.
final class ArchitectureRules {

  static SequencedMap<String, ArchRule> below(String root) {
    SequencedMap<String, ArchRule> rules = new LinkedHashMap<>();
    ModuleDependencyRule.ALL.forEach(
        it -> rules.put("directions of " + it.module(), it.below(root)));
    CorePurityRule.ALL.forEach(it -> rules.put("core: " + it.name(), it.below(root)));
    rules.put("machines", StateWriteRules.machinesAreAskedByApplyOnly(root));
    rules.put("states", StateWriteRules.statesAreWrittenInTheEngineOnly(root));
    rules.put("cycles", NamingRules.packagesHaveNoCycles(root));
    rules.put("names", NamingRules.sayWhatAClassIs(root));
    rules.put("null-marked", NamingRules.packagesAreNullMarked(root));
    return rules;
  }

  private ArchitectureRules() {}
}
