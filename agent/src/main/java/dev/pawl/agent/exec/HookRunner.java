package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.steps.FailureClassifier;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepOutcome;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.ServerMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Runs the hooks of a job, one at a time. Owned by the job's thread.
///
/// Around a step: `before-step`, the step, its own `cleanup`, `after-step`. After a cancel the
/// hooks of the cancelled step wait for the steps that still run. At the end of the job: the hook
/// for its outcome, and `cleanup`.
///
/// Each hook is a step of its own, with an index after those of the regular steps, in the order of
/// execution. Hooks observe: the outcome of a hook is reported and changes nothing that follows.
final class HookRunner {

  /// The longest grace period of a hook, because the server waits for all of them.
  private static final Duration MAX_GRACE = Duration.ofSeconds(5);

  /// A step that was cancelled, whose hooks run at the end of the job.
  private record CancelledStep(List<Hook> hooks, ExpressionEvaluator evaluator, HookInput input) {}

  private final JobControl control;
  private final StepClaims claims;
  private final StepExecutor executor;
  private final FailureClassifier classifier;
  private final SecretMasks masks;
  private final PlannedJob job;
  private final long startedAt = System.nanoTime();
  private int nextIndex;
  private @Nullable CancelledStep cancelled;

  HookRunner(
      JobControl control,
      StepClaims claims,
      StepExecutor executor,
      FailureClassifier classifier,
      SecretMasks masks) {
    this.control = control;
    this.claims = claims;
    this.executor = executor;
    this.classifier = classifier;
    this.masks = masks;
    this.job = control.dispatch().job();
    this.nextIndex = job.steps().size();
  }

  /// The state of the job so far, as a hook sees it.
  HookInput input(@Nullable JobFailure failure) {
    String outcome = failure == null ? "success" : failure.timedOut() ? "timed_out" : "failed";
    String reason = failure == null ? "" : failure.reason();
    if (control.stop().isRequested()) {
      outcome = control.stop().isForced() ? "lost" : "cancelled";
      reason = masks.mask(control.stop().reason());
    }
    String step = failure == null ? "" : claims.name(failure.step());
    return new HookInput(outcome, reason, step, "", durationMs());
  }

  private long durationMs() {
    return (System.nanoTime() - startedAt) / 1_000_000;
  }

  void beforeStep(
      ExpressionEvaluator evaluator, HookInput input, StopSignal stop, Deadline deadline)
      throws InterruptedException {
    for (Hook hook : of(job.policy().hooks(), StepType.BEFORE_STEP)) {
      runWithinJob(hook, evaluator, input, stop, deadline);
    }
  }

  void afterStep(
      PlannedStep step,
      ExpressionEvaluator evaluator,
      HookInput input,
      StopSignal stop,
      Deadline deadline)
      throws InterruptedException {
    for (Hook hook : of(step.policy().hooks(), StepType.CLEANUP)) {
      runWithinBudget(hook, withStepEnv(step, evaluator), input);
    }
    for (Hook hook : of(job.policy().hooks(), StepType.AFTER_STEP)) {
      runWithinJob(hook, evaluator, input, stop, deadline);
    }
  }

  /// Notes the first step that was cancelled: its hooks wait for the steps that still run.
  void stepCancelled(PlannedStep step, ExpressionEvaluator evaluator, HookInput input) {
    if (cancelled == null) {
      cancelled = new CancelledStep(step.policy().hooks(), withStepEnv(step, evaluator), input);
    }
  }

  private static ExpressionEvaluator withStepEnv(PlannedStep step, ExpressionEvaluator evaluator) {
    try {
      return evaluator.withEnv(step.env());
    } catch (EvaluationError _) {
      return evaluator; // the step has failed because of it
    }
  }

  /// Runs the hooks of the job's end. A job that consists of the run's hooks runs all of them in
  /// order. Of a job that is lost, only `cleanup` runs.
  void jobEnded(@Nullable JobFailure failure, boolean isCancelled, ExpressionEvaluator evaluator)
      throws InterruptedException {
    ServerMessage.RunEnd run = control.dispatch().inputs().runEnd();
    if (run != null) {
      var input = new HookInput(run.outcome(), run.reason(), "", "", durationMs());
      for (Hook hook : job.policy().hooks()) {
        runWithinBudget(hook, evaluator, input);
      }
      return;
    }
    StepType end = endHook(failure, isCancelled);
    HookInput input = input(failure);
    if (cancelled != null) {
      StepType stepEnd = end == StepType.ON_CANCEL ? end : null;
      runEndHooks(cancelled.hooks(), stepEnd, cancelled.evaluator(), cancelled.input());
    }
    runEndHooks(job.policy().hooks(), end, evaluator, input);
  }

  private @Nullable StepType endHook(@Nullable JobFailure failure, boolean isCancelled) {
    if (control.stop().isForced()) {
      return null;
    }
    if (isCancelled) {
      return StepType.ON_CANCEL;
    }
    return failure == null ? StepType.ON_SUCCESS : StepType.ON_FAILURE;
  }

  private void runEndHooks(
      List<Hook> hooks, @Nullable StepType first, ExpressionEvaluator evaluator, HookInput input)
      throws InterruptedException {
    if (first != null) {
      for (Hook hook : of(hooks, first)) {
        runWithinBudget(hook, evaluator, input);
      }
    }
    for (Hook hook : of(hooks, StepType.CLEANUP)) {
      runWithinBudget(hook, evaluator, input);
    }
  }

  private static List<Hook> of(List<Hook> hooks, StepType type) {
    return hooks.stream().filter(hook -> hook.type() == type).toList();
  }

  /// Runs a hook that follows something. A cleanup that the watchdog has killed, or kept from
  /// starting, runs again.
  private void runWithinBudget(Hook hook, ExpressionEvaluator evaluator, HookInput input)
      throws InterruptedException {
    boolean wasFenced = control.isFenced();
    boolean isDone = tryWithinBudget(hook, evaluator, input);
    if (!isDone && hook.type() == StepType.CLEANUP && control.isFenced() && !wasFenced) {
      boolean _ = tryWithinBudget(hook, evaluator, input.asLost());
    }
  }

  /// Runs a hook that only force stops, and that takes from the hooks' budget.
  ///
  /// @return whether it succeeded
  private boolean tryWithinBudget(Hook hook, ExpressionEvaluator evaluator, HookInput input)
      throws InterruptedException {
    StopSignal stop = control.stop().forHooks();
    if (stop.isForced()) {
      return false;
    }
    Deadline deadline = control.deadlines().ofHook(hook.bound());
    long began = System.nanoTime();
    boolean isDone = run(hook, evaluator, input, stop, deadline);
    control.deadlines().spentOnHooks(Duration.ofNanos(System.nanoTime() - began));
    return isDone;
  }

  /// Runs a hook before or after a step. It takes from the job's own time, and a cancel stops it.
  private void runWithinJob(
      Hook hook, ExpressionEvaluator evaluator, HookInput input, StopSignal stop, Deadline deadline)
      throws InterruptedException {
    if (!stop.isRequested()) {
      Duration own = hook.bound();
      Deadline ofHook = Deadline.after(own, "timed out after " + Deadline.text(own));
      boolean _ = run(hook, evaluator, input, stop, ofHook.orEarlier(deadline));
    }
  }

  /// Runs a hook, and returns whether it succeeded.
  private boolean run(
      Hook hook, ExpressionEvaluator evaluator, HookInput input, StopSignal stop, Deadline deadline)
      throws InterruptedException {
    int index = nextIndex++;
    claims.addHook(index, hook.type());
    claims.transition(index, StepEvent.START);
    Duration grace = job.grace();
    var limits =
        new StepLimits(
            stop,
            deadline,
            grace.compareTo(MAX_GRACE) < 0 ? grace : MAX_GRACE,
            () -> claims.transition(index, StepEvent.CANCEL_GRACEFUL));
    StepOutcome outcome = executor.runHook(index, hook.run(), evaluator, input.variables(), limits);
    StepEvent event = classifier.endEvent(claims.state(index), outcome, List.of(0));
    claims.recordSignal(index, outcome.signal());
    String code = event == StepEvent.FAIL ? Machine.wireName(ReasonCode.HOOK) : null;
    claims.transition(index, event, executor.maskedEnd(outcome), code, Map.of());
    return event == StepEvent.SUCCEED;
  }
}
