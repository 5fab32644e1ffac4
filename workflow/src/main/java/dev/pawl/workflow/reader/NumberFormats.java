package dev.pawl.workflow.reader;

import dev.pawl.workflow.diagnostics.Findings;
import dev.pawl.workflow.diagnostics.Printable;
import dev.pawl.workflow.keys.Format;
import dev.pawl.workflow.yaml.ScalarKind;
import dev.pawl.workflow.yaml.YamlScalar;

/// Checks that a value without expressions is the number that its [Format] wants.
final class NumberFormats {

  private static final int MOST = 1_000_000;
  private static final int MOST_EXIT_CODE = 255;
  private static final int MOST_FACTOR = 100;

  private final Findings findings;

  NumberFormats(Findings findings) {
    this.findings = findings;
  }

  static boolean isNumber(YamlScalar scalar) {
    return scalar.kind() == ScalarKind.INTEGER || scalar.kind() == ScalarKind.DECIMAL;
  }

  void minutes(YamlScalar scalar, What what) {
    if (Times.minutes(scalar.text()).isEmpty()) {
      tell(scalar, what, "positive number of minutes, at most a year");
    }
  }

  void factor(YamlScalar scalar, What what) {
    double number = Scalars.number(scalar.text());
    if (!(number >= 1 && number <= MOST_FACTOR)) {
      tell(scalar, what, "number from 1 to " + MOST_FACTOR);
    }
  }

  void whole(YamlScalar scalar, Format format, What what) {
    int least = format == Format.COUNT ? 1 : format == Format.EXIT_CODE ? 0 : -MOST;
    int most = format == Format.EXIT_CODE ? MOST_EXIT_CODE : MOST;
    double number = Scalars.number(scalar.text());
    if (!(number >= least && number <= most && number == Math.rint(number))) {
      tell(scalar, what, "whole number from " + least + " to " + most);
    }
  }

  private void tell(YamlScalar scalar, What what, String wanted) {
    findings.error(
        scalar.position(), what + ": " + Printable.quoted(scalar.text()) + " is not a " + wanted);
  }
}
