package dev.pawl.core.engine;

import dev.pawl.core.event.DomainEvent.HooksAdded;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.RunEvent;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.JobBody;
import dev.pawl.core.plan.JobPolicy;
import dev.pawl.core.plan.OrderedMaps;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.RetryPolicy;
import dev.pawl.core.plan.RunPolicy;
import dev.pawl.core.plan.StepAction;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.plan.expression.Condition;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Adds the workflow's hooks as the last job of a run: after all others, also after a graceful
/// cancel, never after force, and not if no job ever ran.
final class RunHooks {

  static boolean arePending(Run run) {
    boolean isForced = run.cancel().map(Run.Cancel::isForced).orElse(false);
    if (isForced || !run.progress().hasRun() || run.job(PlannedJob.HOOKS).isPresent()) {
      return false;
    }
    RunResult result = RunResult.of(run);
    boolean isAnybodyThere = result.reason().code() != ReasonCode.INTERRUPTED;
    return isAnybodyThere && !of(run, result).isEmpty();
  }

  private static List<Hook> of(Run run, RunResult result) {
    StepType wanted = wanted(run, result);
    return run.plan().policy().hooks().stream()
        .filter(hook -> hook.type() == wanted || hook.type() == StepType.CLEANUP)
        .sorted((one, other) ->
            Boolean.compare(one.type() == StepType.CLEANUP, other.type() == StepType.CLEANUP))
        .toList();
  }

  private static StepType wanted(Run run, RunResult result) {
    if (result.event() == RunEvent.SUCCEED) {
      return StepType.ON_SUCCESS;
    }
    // The run was cancelled, or a required job was.
    boolean isCancelled = run.cancel().isPresent() || result.event() == RunEvent.CANCEL;
    return isCancelled && result.event() != RunEvent.TIME_OUT
        ? StepType.ON_CANCEL
        : StepType.ON_FAILURE;
  }

  static void add(DecisionDraft draft) {
    Run run = draft.run();
    RunResult result = RunResult.of(run);
    var reason =
        Reason.of(
            result.reason().code(),
            "all other jobs have ended: " + result.outcome().replace('_', ' '));
    draft.apply(new HooksAdded(job(run, of(run, result)), reason));
    JobReadiness.evaluateIfDue(draft, draft.run().jobs().size() - 1);
  }

  private static PlannedJob job(Run run, List<Hook> hooks) {
    RunPolicy policy = run.plan().policy();
    List<String> runsOn =
        policy.hooksRunOn().isEmpty() ? run.job(0).planned().runsOn() : policy.hooksRunOn();
    return new PlannedJob(
        PlannedJob.HOOKS,
        "hooks",
        List.of(),
        List.of(),
        runsOn,
        body(run),
        policy.hookBudget().orElseGet(() -> Hook.budget(hooks)),
        PlannedJob.DEFAULT_GRACE,
        "the run ended",
        new JobPolicy(
            Condition.ALWAYS,
            false,
            RetryPolicy.NONE,
            Optional.empty(),
            Duration.ZERO,
            Optional.empty(),
            Integer.MAX_VALUE,
            hooks,
            Optional.empty(),
            Optional.empty(),
            policy.hookBudget()));
  }

  /// A checkout if the run has one. The hooks run even if the checkout fails.
  private static JobBody body(Run run) {
    for (Job job : run.jobs()) {
      for (PlannedStep step : job.planned().steps()) {
        if (step.action() instanceof StepAction.Checkout) {
          return JobBody.of(List.of(checkout(step.source())));
        }
      }
    }
    return JobBody.EMPTY;
  }

  private static PlannedStep checkout(String source) {
    return new PlannedStep(
        "",
        "Check out",
        new StepAction.Checkout(),
        OrderedMaps.empty(),
        OrderedMaps.empty(),
        "",
        "true",
        "",
        PlannedAction.NONE,
        source,
        StepPolicy.PLAIN);
  }

  private RunHooks() {}
}
