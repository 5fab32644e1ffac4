package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.steps.FailureClassifier;
import dev.pawl.agent.steps.ScriptRunner.StepLimits;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepExecutor.StepOutcome;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.supervision.TimeoutText;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.ServerMessage.Hook;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs hooks, one at a time. Each is a step of its own, counted on after the regular ones in the
/// order of execution. A hook observes: what it comes to is told, and changes nothing that follows.
/// Owned by the job's thread.
final class HookRunner {

  /// A hook that is told to end has no more than this: the server waits for all of them.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final JobResources job;
  private final StepExecutor execution;
  private final FailureClassifier failures;
  private int next;

  HookRunner(JobResources job, StepExecutor execution, FailureClassifier failures) {
    this.job = job;
    this.execution = execution;
    this.failures = failures;
    this.next = job.dispatch().job().steps().size();
  }

  /// One that follows something: nothing but force stops it, and its time is that of hooks.
  void runAfter(Hook hook, ExpressionEvaluator around, HookInput told) throws InterruptedException {
    StopSignal stop = job.stop().ofHooks();
    if (!stop.isForced()) {
      Deadline limit = job.time().ofHook(Duration.ofMillis(hook.timeoutMillis()));
      long began = System.nanoTime();
      run(hook, around, told, stop, limit);
      job.time().spentOnHooks(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  /// One before or after a step: it counts as the job's own time, and a cancel ends it too.
  void runAround(
      Hook hook, ExpressionEvaluator around, HookInput told, StopSignal stop, Deadline limit)
      throws InterruptedException {
    if (!stop.isRequested()) {
      Duration own = Duration.ofMillis(hook.timeoutMillis());
      run(hook, around, told, stop, Deadline.after(own, timedOut(own)).orEarlier(limit));
    }
  }

  private void run(
      Hook hook, ExpressionEvaluator around, HookInput told, StopSignal stop, Deadline limit)
      throws InterruptedException {
    int index = next++;
    StepClaims claims = job.claims();
    claims.addHook(index, StepType.ofWireName(hook.type()).orElseThrow());
    claims.transition(index, StepEvent.START);
    Duration grace = Duration.ofMillis(job.dispatch().gracePeriodMillis());
    var bounds =
        new StepLimits(
            stop,
            limit,
            grace.compareTo(GRACE) < 0 ? grace : GRACE,
            () -> claims.transition(index, StepEvent.CANCEL_GRACEFUL));
    StepOutcome done = execution.observe(index, hook.run(), around, told.variables(), bounds);
    StepEvent row = failures.row(claims.state(index), done, List.of(0));
    claims.recordSignal(index, done.signal());
    String code =
        row == StepEvent.FAIL ? Machine.wireName(dev.pawl.core.lifecycle.ReasonCode.HOOK) : null;
    claims.transition(index, row, execution.shown(done), code, Map.of());
  }

  static String timedOut(Duration time) {
    return "timed out after " + TimeoutText.text(time);
  }
}
