package dev.pawl.workflow.reader.check;

import dev.pawl.expression.Expression;
import java.util.Set;

/// Tells whether a condition wants to hold after a cancel.
///
/// `!cancelled()` does not: it is for what runs whatever has failed.
final class CancelCondition {

  static boolean holdsAfterCancel(Expression condition) {
    Set<String> asked = condition.affirmedFunctions();
    return asked.contains("always") || asked.contains("cancelled");
  }

  private CancelCondition() {}
}
