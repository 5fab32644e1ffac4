package dev.pawl.workflow.reader.check;

import dev.pawl.core.plan.matrix.MatrixPolicy;
import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.diagnostics.SpellingSuggestion;
import dev.pawl.workflow.model.StrategyDefinition;
import dev.pawl.workflow.reader.value.IdentifierSet;
import dev.pawl.workflow.yaml.YamlEntry;
import dev.pawl.workflow.yaml.YamlMapping;
import dev.pawl.workflow.yaml.YamlNode;
import dev.pawl.workflow.yaml.YamlScalar;
import dev.pawl.workflow.yaml.YamlSequence;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Checks the literal parts of a matrix.
public final class MatrixChecker {

  private final DiagnosticCollector findings;

  public MatrixChecker(DiagnosticCollector findings) {
    this.findings = findings;
  }

  public void check(YamlMapping matrix) {
    List<YamlEntry> axes = matrix.entries().stream().filter(MatrixChecker::isAxis).toList();
    if (axes.isEmpty() && matrix.entry(StrategyDefinition.INCLUDE).isEmpty()) {
      findings.error(
          matrix.position(),
          "`strategy.matrix` is empty",
          "add at least one list of values, or cells under `include`");
    }
    axes.forEach(this::checkAxis);
    matrix.entry(StrategyDefinition.INCLUDE).ifPresent(this::checkRows);
    matrix
        .entry(StrategyDefinition.EXCLUDE)
        .ifPresent(entry -> {
          checkRows(entry);
          checkExcluded(entry, axes);
        });
    checkSize(matrix, axes);
  }

  private void checkAxis(YamlEntry axis) {
    if (axis.value() instanceof YamlSequence list && list.items().isEmpty()) {
      findings.error(
          list.position(), PrintableText.quoted("matrix." + axis.name()) + " has no values");
    }
  }

  private void checkRows(YamlEntry rows) {
    if (!(rows.value() instanceof YamlSequence list)) {
      return;
    }
    for (YamlNode row : list.items()) {
      boolean fits =
          row instanceof YamlMapping
              || (row instanceof YamlScalar scalar && ExpressionChecker.isWhole(scalar));
      if (!fits) {
        findings.error(
            row.position(),
            "each item of "
                + PrintableText.quoted("matrix." + rows.name())
                + ": expected a mapping, found "
                + row.described());
      }
    }
  }

  private void checkExcluded(YamlEntry rows, List<YamlEntry> axes) {
    Set<String> names = new TreeSet<>(IdentifierSet.ORDER);
    axes.forEach(axis -> names.add(axis.name()));
    if (!(rows.value() instanceof YamlSequence list)) {
      return;
    }
    for (YamlNode row : list.items()) {
      if (row instanceof YamlMapping mapping) {
        for (YamlEntry entry : mapping.entries()) {
          if (!names.contains(entry.name())) {
            findings.error(
                entry.position(),
                "`matrix.exclude`: the matrix has no " + PrintableText.quoted(entry.name()),
                SpellingSuggestion.hint(entry.name(), names));
          }
        }
      }
    }
  }

  /// Checks the number of cells. Exclusions are not computed here; with them a much higher limit
  /// applies.
  private void checkSize(YamlMapping matrix, List<YamlEntry> axes) {
    long cells = 1;
    for (YamlEntry axis : axes) {
      if (axis.value() instanceof YamlSequence list) {
        cells = Math.min(cells * Math.max(1, list.items().size()), MAX_COUNTED + 1);
      }
    }
    long most =
        matrix.entry(StrategyDefinition.EXCLUDE).isPresent() ? MAX_COUNTED : MatrixPolicy.MAX_CELLS;
    if (axes.isEmpty() && matrix.entry(StrategyDefinition.INCLUDE).isPresent()) {
      cells =
          matrix.entry(StrategyDefinition.INCLUDE).get().value() instanceof YamlSequence list
              ? list.items().size()
              : 1;
    }
    if (cells > most) {
      findings.error(
          matrix.position(), "the matrix has more than " + MatrixPolicy.MAX_CELLS + " cells");
    }
  }

  private static final long MAX_COUNTED = 10_000;

  private static boolean isAxis(YamlEntry entry) {
    return !entry.name().equals(StrategyDefinition.INCLUDE)
        && !entry.name().equals(StrategyDefinition.EXCLUDE);
  }
}
