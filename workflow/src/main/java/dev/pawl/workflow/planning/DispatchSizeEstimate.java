package dev.pawl.workflow.planning;

import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.expression.JsonSize;
import dev.pawl.core.plan.expression.PlanContexts;
import java.util.List;
import java.util.Map;

/// Estimates the size of a job in the message to its agent.
final class DispatchSizeEstimate {

  /// Bytes for field names and punctuation of a record.
  private static final int RECORD_OVERHEAD = 220;

  private final long contexts;

  DispatchSizeEstimate(PlanContexts contexts) {
    this.contexts = of(contexts.github().json(), contexts.inputs().json(), contexts.vars().json());
  }

  /// The size in bytes, rather too large than too small.
  ///
  /// @param hooks those of the job itself
  long of(JobBody body, List<Hook> hooks) {
    long sum = contexts + RECORD_OVERHEAD + of(hooks) + of(body.outputs());
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
        + of(step.policy().hooks())
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

  private static long of(List<Hook> hooks) {
    return hooks.stream().mapToLong(hook -> RECORD_OVERHEAD + of(hook.run())).sum();
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
      sum += JsonSize.of(text) + 2;
    }
    return sum;
  }
}
