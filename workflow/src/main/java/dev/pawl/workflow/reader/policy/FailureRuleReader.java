package dev.pawl.workflow.reader.policy;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.classify.FailureRules;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.EnumKeywords;
import dev.pawl.workflow.keys.KeySection;
import dev.pawl.workflow.reader.value.SectionReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads `rules`, which classify failures.
public final class FailureRuleReader {

  private final DiagnosticCollector findings;

  public FailureRuleReader(DiagnosticCollector findings) {
    this.findings = findings;
  }

  /// The rules of a workflow, or of an operator's configuration.
  public List<FailureRule> read(SectionReader file) {
    List<SectionReader> rows = file.fieldsOf("rules", KeySection.RULE);
    if (rows.size() > FailureRules.MAX_RULES) {
      findings.error(
          rows.get(FailureRules.MAX_RULES).position(),
          "a file has at most " + FailureRules.MAX_RULES + " `rules`");
    }
    List<FailureRule> rules = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (SectionReader row : rows.stream().limit(FailureRules.MAX_RULES).toList()) {
      String name = row.string("name");
      if (!names.add(name)) {
        findings.error(row.position(), "duplicate rule " + PrintableText.quoted(name));
      }
      if (Stream.of("exit-codes", "signals", "ended-by", "log").noneMatch(row::has)) {
        findings.error(
            row.position(),
            "the rule " + PrintableText.quoted(name) + " has no condition",
            "it would match every failure: add `exit-codes`, `signals`, `ended-by` or `log`");
      }
      rule(row).ifPresent(rules::add);
    }
    return rules;
  }

  /// The rule; empty where the file has an error, which may be in this rule.
  private Optional<FailureRule> rule(SectionReader row) {
    Optional<ReasonCode> code = EnumKeywords.find(row.string("class"));
    if (code.isEmpty() || findings.hasErrors()) {
      return Optional.empty();
    }
    var conditions =
        new FailureRule.Conditions(
            row.integers("exit-codes"),
            row.strings("signals"),
            row.strings("ended-by").stream()
                .flatMap(word -> EnumKeywords.find(Ender.class, word).stream())
                .toList(),
            row.string("log"));
    try {
      return Optional.of(new FailureRule(row.string("name"), code.get(), conditions));
    } catch (IllegalArgumentException refused) {
      findings.error(row.position(), String.valueOf(refused.getMessage()));
      return Optional.empty();
    }
  }
}
