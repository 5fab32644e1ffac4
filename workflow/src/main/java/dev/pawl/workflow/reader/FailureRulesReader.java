package dev.pawl.workflow.reader;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.classify.Rules;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.FailureClasses;
import dev.pawl.workflow.keys.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Reads `rules`, by which failures are classified.
final class FailureRulesReader {

  private final Findings findings;

  FailureRulesReader(Findings findings) {
    this.findings = findings;
  }

  List<Rule> read(Fields workflow) {
    List<Fields> rows = workflow.fieldsOf("rules", Place.RULE);
    if (rows.size() > Rules.MOST) {
      findings.error(
          rows.get(Rules.MOST).position(), "a workflow has at most " + Rules.MOST + " `rules`");
    }
    List<Rule> rules = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Fields row : rows.stream().limit(Rules.MOST).toList()) {
      String name = row.string("name");
      if (!names.add(name)) {
        findings.error(row.position(), "there are two rules " + Printable.quoted(name));
      }
      if (Stream.of("exit-codes", "signals", "ended-by", "log").noneMatch(row::mentions)) {
        findings.error(
            row.position(),
            "the rule " + Printable.quoted(name) + " has no condition",
            "it would fit every failure");
      }
      rule(row).ifPresent(rules::add);
    }
    return rules;
  }

  /// Nothing where something is wrong with the file, which may well be this rule.
  private Optional<Rule> rule(Fields row) {
    Optional<ReasonCode> code = FailureClasses.find(row.string("class"));
    if (code.isEmpty() || findings.hasErrors()) {
      return Optional.empty();
    }
    var conditions =
        new Rule.Conditions(
            row.integers("exit-codes"),
            row.strings("signals"),
            row.strings("ended-by").stream()
                .flatMap(word -> FailureClasses.find(Ender.class, word).stream())
                .toList(),
            row.string("log"));
    try {
      return Optional.of(new Rule(row.string("name"), code.get(), conditions));
    } catch (IllegalArgumentException refused) {
      findings.error(row.position(), String.valueOf(refused.getMessage()));
      return Optional.empty();
    }
  }
}
