package dev.pawl.workflow.reader;

import dev.pawl.expression.Expression;
import java.util.regex.Pattern;

/// Tells whether a condition wants to hold after a cancel.
///
/// `!cancelled()` does not: it is for what runs whatever has failed.
final class CleanUp {

  private static final Pattern ASKS =
      Pattern.compile(
          "\\balways\\s*\\(|(?<!!)(?<!!\\s)\\bcancelled\\s*\\(", Pattern.CASE_INSENSITIVE);

  static boolean isMeant(Expression condition) {
    return condition.callsStatus() && ASKS.matcher(condition.source()).find();
  }

  private CleanUp() {}
}
