package dev.pawl.workflow.planning;

import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.expression.PlanContexts;
import java.util.Map;

/// Estimates the size of a job in the message to its agent.
final class DispatchSizeEstimate {

  /// Bytes for field names and punctuation of a record.
  private static final int RECORD_OVERHEAD = 220;

  /// Bytes for the quotes of a text, and the comma or colon after it.
  private static final int QUOTES = 4;

  private static final int ESCAPED = 6;

  private final long contexts;

  DispatchSizeEstimate(PlanContexts contexts) {
    this.contexts = of(contexts.github().json(), contexts.inputs().json(), contexts.vars().json());
  }

  /// The size in bytes, rather too large than too small.
  long of(JobBody body) {
    long sum = contexts + RECORD_OVERHEAD + of(body.outputs());
    for (Map<String, String> layer : body.env()) {
      sum += of(layer);
    }
    for (PlannedStep step : body.steps()) {
      sum += RECORD_OVERHEAD + of(step);
    }
    for (PlannedAction action : body.actions()) {
      sum += RECORD_OVERHEAD + of(action);
    }
    return sum;
  }

  private static long of(PlannedStep step) {
    long task =
        switch (step.action()) {
          case StepAction.Script(var run, var shell, var directory) -> of(run, shell, directory);
          case StepAction.Checkout _ -> 0;
          case StepAction.Unavailable(var uses, var why) -> of(uses, why);
        };
    return task
        + of(step.with())
        + of(step.env())
        + of(step.name(), step.condition(), step.continueOnError(), step.source());
  }

  private static long of(PlannedAction action) {
    return of(action.inputs())
        + of(action.outputs())
        + of(action.env())
        + of(action.name(), action.path(), action.condition(), action.source());
  }

  private static long of(Map<String, String> map) {
    long sum = 0;
    for (var entry : map.entrySet()) {
      sum += of(entry.getKey(), entry.getValue());
    }
    return sum;
  }

  private static long of(String... texts) {
    long sum = 0;
    for (String text : texts) {
      sum += QUOTES;
      for (int at = 0; at < text.length(); at++) {
        sum += of(text.charAt(at));
      }
    }
    return sum;
  }

  /// The size of a UTF-16 unit in JSON, encoded as UTF-8.
  private static int of(char unit) {
    if (unit < ' ') {
      return ESCAPED;
    }
    if (unit < 0x80) {
      return unit == '"' || unit == '\\' ? 2 : 1;
    }
    return unit < 0x800 ? 2 : 3;
  }
}
