package dev.pawl.workflow.reader;

import dev.pawl.expression.Expression;
import java.util.Set;

/// Tells whether a condition wants to hold after a cancel.
///
/// `!cancelled()` does not: it is for what runs whatever has failed.
final class CleanUp {

  static boolean isMeant(Expression condition) {
    Set<String> asked = condition.affirmed();
    return asked.contains("always") || asked.contains("cancelled");
  }

  private CleanUp() {}
}
