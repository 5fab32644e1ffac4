package dev.pawl.workflow.reader.check;

import dev.pawl.workflow.diagnostics.DiagnosticCollector;
import dev.pawl.workflow.diagnostics.PrintableText;
import dev.pawl.workflow.keys.ScalarFormat;
import dev.pawl.workflow.reader.value.DurationSyntax;
import dev.pawl.workflow.reader.value.ScalarValues;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlScalar;

/// Checks that a number without expressions is in the range of its [ScalarFormat].
final class NumberFormatChecker {

  private static final int MAX = 1_000_000;
  private static final int MAX_EXIT_CODE = 255;
  private static final int MAX_FACTOR = 100;

  private final DiagnosticCollector findings;

  NumberFormatChecker(DiagnosticCollector findings) {
    this.findings = findings;
  }

  static boolean isNumber(YamlScalar scalar) {
    return scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
  }

  void minutes(YamlScalar scalar, ValueLabel label) {
    if (DurationSyntax.minutes(scalar.text()).isEmpty()) {
      report(scalar, label, "positive number of minutes, at most a year");
    }
  }

  void factor(YamlScalar scalar, ValueLabel label) {
    double number = ScalarValues.number(scalar.text());
    if (!(number >= 1 && number <= MAX_FACTOR)) {
      report(scalar, label, "number from 1 to " + MAX_FACTOR);
    }
  }

  void whole(YamlScalar scalar, ScalarFormat format, ValueLabel label) {
    int least = format == ScalarFormat.INTEGER ? -MAX : format == ScalarFormat.COUNT ? 1 : 0;
    int most = format == ScalarFormat.EXIT_CODE ? MAX_EXIT_CODE : MAX;
    double number = ScalarValues.number(scalar.text());
    if (!(number >= least && number <= most && number == Math.rint(number))) {
      report(scalar, label, "whole number from " + least + " to " + most);
    }
  }

  private void report(YamlScalar scalar, ValueLabel label, String wanted) {
    findings.error(
        scalar.position(),
        label + ": " + PrintableText.quoted(scalar.text()) + " is not a " + wanted);
  }
}
