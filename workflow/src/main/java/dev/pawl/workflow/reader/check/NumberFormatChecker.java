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

  private static final int MOST = 1_000_000;
  private static final int MOST_EXIT_CODE = 255;
  private static final int MOST_FACTOR = 100;

  private final DiagnosticCollector findings;

  NumberFormatChecker(DiagnosticCollector findings) {
    this.findings = findings;
  }

  static boolean isNumber(YamlScalar scalar) {
    return scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
  }

  void minutes(YamlScalar scalar, ValueLabel what) {
    if (DurationSyntax.minutes(scalar.text()).isEmpty()) {
      tell(scalar, what, "positive number of minutes, at most a year");
    }
  }

  void factor(YamlScalar scalar, ValueLabel what) {
    double number = ScalarValues.number(scalar.text());
    if (!(number >= 1 && number <= MOST_FACTOR)) {
      tell(scalar, what, "number from 1 to " + MOST_FACTOR);
    }
  }

  void whole(YamlScalar scalar, ScalarFormat format, ValueLabel what) {
    int least = format == ScalarFormat.COUNT ? 1 : format == ScalarFormat.EXIT_CODE ? 0 : -MOST;
    int most = format == ScalarFormat.EXIT_CODE ? MOST_EXIT_CODE : MOST;
    double number = ScalarValues.number(scalar.text());
    if (!(number >= least && number <= most && number == Math.rint(number))) {
      tell(scalar, what, "whole number from " + least + " to " + most);
    }
  }

  private void tell(YamlScalar scalar, ValueLabel what, String wanted) {
    findings.error(
        scalar.position(),
        what + ": " + PrintableText.quoted(scalar.text()) + " is not a " + wanted);
  }
}
