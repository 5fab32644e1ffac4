package dev.pawl.workflow;

import dev.pawl.core.breaker.ToolProfile;
import dev.pawl.core.classify.FailureRule;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.keys.ContextAvailability;
import dev.pawl.workflow.keys.KeyDefinition;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.keys.KeyTable;
import dev.pawl.workflow.reader.check.KnownNames;
import dev.pawl.workflow.reader.check.SchemaChecker;
import dev.pawl.workflow.reader.check.ValueLabel;
import dev.pawl.workflow.reader.policy.FailureRuleReader;
import dev.pawl.workflow.reader.policy.ToolProfileReader;
import dev.pawl.workflow.reader.value.SectionReader;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the parts of an operator's configuration that have the language of workflows: `rules`,
/// which classify failures, and `tools`, the profiles of tools.
public final class OperatorSections {

  private static final String RULES = "rules";
  public static final String TOOLS = "tools";

  /// Their keys.
  public static final List<String> KEYS = List.of(RULES, TOOLS);

  /// The rules; none if the file has errors.
  public static List<FailureRule> rules(YamlMapping file, DiagnosticCollector findings) {
    return isChecked(RULES, file, findings)
        ? new FailureRuleReader(findings).read(new SectionReader(KeySection.OPERATOR, file))
        : List.of();
  }

  /// The profiles by TOOL or ORG:TOOL; none if the file has errors.
  public static Map<String, ToolProfile> tools(YamlMapping file, DiagnosticCollector findings) {
    return isChecked(TOOLS, file, findings)
        ? new ToolProfileReader(findings).read(new SectionReader(KeySection.OPERATOR, file))
        : Map.of();
  }

  /// Whether the key is there and no error is known.
  private static boolean isChecked(String name, YamlMapping file, DiagnosticCollector findings) {
    Optional<YamlEntry> entry = file.entry(name);
    if (entry.isEmpty()) {
      return false;
    }
    KeyDefinition key = KeyTable.find(KeySection.OPERATOR, name).orElseThrow();
    new SchemaChecker(findings, KnownNames.of(file))
        .value(entry.get().value(), key.shape(), ContextAvailability.NONE, ValueLabel.of("", name));
    return !findings.hasErrors();
  }

  private OperatorSections() {}
}
