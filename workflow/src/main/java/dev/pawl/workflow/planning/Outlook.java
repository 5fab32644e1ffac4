package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Condition;
import dev.pawl.core.plan.Sight;
import dev.pawl.expression.ExpressionError;
import dev.pawl.workflow.model.Job;
import dev.pawl.workflow.model.Text;

/// What is known of a job's `if` before any job has run.
///
/// @param reason why the job runs, or is skipped, in words for people; empty where there is no `if`
record Outlook(Condition condition, Kind kind, String reason) {

  enum Kind {
    /// It holds, unless something before the job goes wrong.
    HOLDS,
    /// It does not hold, whatever the other jobs come to.
    RULED_OUT,
    /// That depends on them.
    OPEN
  }

  static final Outlook DEFAULT = new Outlook(Condition.SUCCESS, Kind.HOLDS, "");

  /// Of a job or of a call.
  static Outlook of(Job job, Foreknowledge known, Sight sight, Troubles troubles) {
    if (job.condition().isEmpty()) {
      return DEFAULT;
    }
    Text text = job.condition().get();
    try {
      return of(Condition.parse(text.source()), known, sight);
    } catch (ExpressionError e) {
      troubles.error(text.position(), "`if`: " + e.message(), "");
      return DEFAULT;
    }
  }

  private static Outlook of(Condition condition, Foreknowledge known, Sight sight) {
    boolean isDecided = condition.functions().isEmpty() && known.covers(condition.references());
    if (!isDecided) {
      return new Outlook(condition, Kind.OPEN, "if: " + condition.text());
    }
    return condition.isRuledOut(sight)
        ? new Outlook(condition, Kind.RULED_OUT, "skipped: if: " + condition.explained(sight))
        : new Outlook(condition, Kind.HOLDS, "if: " + condition.explained(sight));
  }

  boolean isRuledOut() {
    return kind == Kind.RULED_OUT;
  }
}
