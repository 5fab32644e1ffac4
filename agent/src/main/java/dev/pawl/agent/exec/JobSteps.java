package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.contexts.StepResult;
import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.steps.CompositeActionStack;
import dev.pawl.agent.steps.FailureClassifier;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepOutcome;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StepLimits;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.plan.PlannedAction;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.core.step.StepName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs the steps of a job in order: decides which of them run, and records the first failure that
/// counts. Owned by the job's thread.
final class JobSteps {

  private final JobControl control;
  private final StepClaims claims;
  private final StepExecutor executor;
  private final StepRunner runner;
  private final FailureClassifier classifier;
  private final HookRunner hooks;
  private final SecretMasks masks;
  private final List<PlannedStep> steps;
  private final CompositeActionStack actions;

  /// Sampled once before each step: its condition and its execution must not contradict each other.
  private boolean isCancelled;

  private int lastRun;
  private @Nullable JobFailure failure;

  JobSteps(
      JobControl control,
      StepClaims claims,
      StepExecutor executor,
      FailureClassifier classifier,
      HookRunner hooks,
      JobEnvironment environment,
      Path directory) {
    this.control = control;
    this.claims = claims;
    this.executor = executor;
    this.runner = new StepRunner(control, claims, executor);
    this.classifier = classifier;
    this.hooks = hooks;
    this.masks = environment.masks();
    PlannedJob job = control.dispatch().job();
    this.steps = job.steps();
    this.actions =
        new CompositeActionStack(job.body().actions(), environment, directory, () -> isCancelled);
  }

  /// The first failure that counts; null if there is none.
  @Nullable JobFailure failure() {
    return failure;
  }

  /// Whether the job was being cancelled after its last step.
  boolean isCancelled() {
    return isCancelled;
  }

  /// The index of the last step that ran; 0 if none did.
  int lastRun() {
    return lastRun;
  }

  /// The evaluator at this point of the job.
  ExpressionEvaluator evaluator(String step, String source) {
    return actions.evaluator(step, source);
  }

  void run() throws InterruptedException {
    for (int index = 0; index < steps.size() && !control.stop().isForced(); index++) {
      isCancelled = control.stop().isRequested();
      closeActions(steps.get(index).compositeAction());
      runStep(index, steps.get(index));
    }
    closeActions(PlannedAction.NONE);
    isCancelled = control.stop().isRequested();
  }

  /// Closes the actions that the next step is not part of. The failures of an action that may fail
  /// are forgiven, except for those after which the job must end.
  private void closeActions(int next) {
    boolean isFinal = masks.isOverflown() || (failure != null && failure.timedOut());
    for (var closed = actions.closeFinished(next, isFinal);
        closed.isPresent();
        closed = actions.closeFinished(next, isFinal)) {
      StepResult result = closed.get().result();
      boolean isForgiven =
          result.outcome() == Outcome.FAILURE && result.conclusion() != Outcome.FAILURE;
      if (isForgiven && failure != null && failure.isWithin(closed.get().firstStep())) {
        failure = null;
      }
      if (result.conclusion() == Outcome.FAILURE && failure == null) {
        failure = JobFailure.of(closed.get().firstStep(), masks.mask(closed.get().problem()));
      }
    }
  }

  private void runStep(int index, PlannedStep step) throws InterruptedException {
    try {
      ExpressionEvaluator evaluator = open(index, step);
      boolean runs = actions.isEnabled() && evaluator.condition(step.condition(), step.env());
      Deadline deadline = control.deadlines().ofSteps(actions.hasAnyFailed());
      if (runs && !(isCancelled && deadline.isOver())) {
        execute(index, step, evaluator, actions.earliestDeadline(deadline));
      } else {
        skip(index, step);
      }
    } catch (EvaluationError e) {
      claims.transition(index, StepEvent.START);
      EndedStep _ = end(index, step, StepOutcome.notStarted(e.message()), false);
    }
  }

  /// Opens the actions of a step and evaluates its name. Within an action that does not run, the
  /// name cannot be evaluated, and is used as it is written.
  private ExpressionEvaluator open(int index, PlannedStep step) throws EvaluationError {
    String title = step.name();
    try {
      actions.open(step.compositeAction(), index);
      String id = step.id().isEmpty() ? "__run_" + (index + 1) : step.id();
      ExpressionEvaluator evaluator = actions.evaluator(id, step.source());
      title = actions.isEnabled() ? evaluator.title(title, step.env()) : title;
      return evaluator;
    } finally {
      List<String> names = actions.names(step.compositeAction(), title);
      claims.name(index, StepName.of(names.stream().map(masks::mask).toList()));
    }
  }

  /// Skips a step. After a cancel, the server cancels the steps that are left.
  private void skip(int index, PlannedStep step) {
    if (!isCancelled) {
      claims.transition(index, StepEvent.SKIP);
    }
    actions.scope().stepEnded(step.id(), StepResult.NEVER_RAN);
  }

  private void execute(
      int index, PlannedStep step, ExpressionEvaluator evaluator, Deadline deadline)
      throws InterruptedException {
    lastRun = index;
    StopSignal stop = isCancelled ? control.stop().forceOnly() : control.stop();
    hooks.beforeStep(evaluator, hooks.input(failure).forStep(claims.name(index)), stop, deadline);
    Duration grace = control.dispatch().job().grace();
    var limits =
        new StepLimits(
            stop, deadline, grace, () -> claims.transition(index, StepEvent.CANCEL_GRACEFUL));
    Optional<StepOutcome> outcome = runner.run(index, step, evaluator, limits);
    if (outcome.isEmpty()) {
      actions.scope().stepEnded(step.id(), StepResult.NEVER_RAN);
      return;
    }
    boolean mayFail = mayFail(step, evaluator, outcome.get());
    EndedStep ended = end(index, step, outcome.get(), mayFail);
    HookInput input = ended.hookInput(claims.name(index), claims.durationMs(index));
    if (ended.outcome() == Outcome.CANCELLED) {
      hooks.stepCancelled(step, evaluator, control.stop().isForced() ? input.asLost() : input);
    } else {
      hooks.afterStep(step, evaluator, input, stop, deadline);
    }
  }

  private boolean mayFail(PlannedStep step, ExpressionEvaluator evaluator, StepOutcome outcome) {
    try {
      return !isJobTimeout(outcome.end())
          && !masks.isOverflown()
          && evaluator.withEnv(step.env()).flag("continue-on-error", step.continueOnError());
    } catch (EvaluationError _) {
      return false;
    }
  }

  private boolean isJobTimeout(StepEnd end) {
    return end.ender() == Ender.TIMEOUT && control.deadlines().isJobTimedOut();
  }

  /// The end of a step, for its hooks.
  private record EndedStep(Outcome outcome, StepEnd end, String reason) {

    HookInput hookInput(String step, long durationMs) {
      boolean hasFailed = outcome == Outcome.FAILURE;
      String word = hasFailed ? "failed" : outcome.word();
      boolean isTimeout = hasFailed && end.ender() == Ender.TIMEOUT;
      return new HookInput(
          isTimeout ? "timed_out" : word, reason, hasFailed ? step : "", step, durationMs);
    }
  }

  private EndedStep end(int index, PlannedStep step, StepOutcome outcome, boolean mayFail) {
    StepEnd end = executor.maskedEnd(outcome);
    StepEvent event =
        classifier.endEvent(claims.state(index), outcome, step.policy().successExitCodes());
    boolean hasFailed = event == StepEvent.FAIL;
    Classification found = hasFailed ? classifier.classify(outcome, end) : Classification.NONE;
    String code = Machine.wireName(found.code());
    claims.recordSignal(index, outcome.signal());
    if (outcome.kind() == StepOutcome.Kind.TOOL_UNAVAILABLE) {
      claims.failWithoutStart(index, end, code);
    } else {
      claims.transition(index, event, end, hasFailed ? code : null, shareable(outcome.outputs()));
    }
    Outcome result = result(event);
    Outcome conclusion = result == Outcome.FAILURE && mayFail ? Outcome.SUCCESS : result;
    actions.scope().stepEnded(step.id(), new StepResult(outcome.outputs(), result, conclusion));
    var own = JobFailure.of(index, claims.name(index), end, found, isJobTimeout(end));
    if (conclusion == Outcome.FAILURE && failure == null) {
      failure = own;
    }
    return new EndedStep(result, end, result == Outcome.FAILURE ? own.reason() : end.message());
  }

  private static Outcome result(StepEvent event) {
    return switch (event) {
      case SUCCEED -> Outcome.SUCCESS;
      case FAIL -> Outcome.FAILURE;
      case SKIP -> Outcome.SKIPPED;
      case START, RETRY, CANCEL, CANCEL_GRACEFUL, COMPLETE, CANCEL_FORCE -> Outcome.CANCELLED;
    };
  }

  /// The outputs without secrets, which may pass from step to step but not leave the agent.
  private Map<String, String> shareable(Map<String, String> outputs) {
    Map<String, String> shareable = new LinkedHashMap<>(outputs);
    shareable.values().removeIf(masks::containsSecret);
    return shareable;
  }
}
