package dev.pawl.workflow.reader.check;

import dev.pawl.expression.Expression;
import java.util.Set;

/// Detects conditions that are meant to be true after a cancel.
///
/// `!cancelled()` is not one: it is for jobs that run after failures.
final class CancelCondition {

  static boolean holdsAfterCancel(Expression condition) {
    Set<String> asked = condition.affirmedFunctions();
    return asked.contains("always") || asked.contains("cancelled");
  }

  private CancelCondition() {}
}
