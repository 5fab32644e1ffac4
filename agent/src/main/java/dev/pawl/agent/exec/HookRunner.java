package dev.pawl.agent.exec;

import dev.pawl.agent.contexts.Evaluation;
import dev.pawl.agent.exec.StepExecution.Done;
import dev.pawl.agent.exec.StepRunner.Bounds;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.FromServer.Hook;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Runs hooks, one at a time. Each is a step of its own, counted on after the regular ones in the
/// order of execution. A hook observes: what it comes to is told, and changes nothing that follows.
/// Owned by the job's thread.
final class HookRunner {

  /// A hook that is told to end has no more than this: the server waits for all of them.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Assignment job;
  private final StepExecution execution;
  private final Failures failures;
  private int next;

  HookRunner(Assignment job, StepExecution execution, Failures failures) {
    this.job = job;
    this.execution = execution;
    this.failures = failures;
    this.next = job.dispatch().job().steps().size();
  }

  /// One that follows something: nothing but force stops it, and its time is that of hooks.
  void follow(Hook hook, Evaluation around, Told told) throws InterruptedException {
    StopSignal stop = job.stop().ofHooks();
    if (!stop.isForced()) {
      Deadline limit = job.time().ofHook(Duration.ofMillis(hook.timeoutMillis()));
      long began = System.nanoTime();
      run(hook, around, told, stop, limit);
      job.time().spentOnHooks(Duration.ofNanos(System.nanoTime() - began));
    }
  }

  /// One before or after a step: it counts as the job's own time, and a cancel ends it too.
  void attend(Hook hook, Evaluation around, Told told, StopSignal stop, Deadline limit)
      throws InterruptedException {
    if (!stop.isRequested()) {
      Duration own = Duration.ofMillis(hook.timeoutMillis());
      run(hook, around, told, stop, Deadline.in(own, timedOut(own)).orEarlier(limit));
    }
  }

  private void run(Hook hook, Evaluation around, Told told, StopSignal stop, Deadline limit)
      throws InterruptedException {
    int index = next++;
    StepClaims claims = job.claims();
    claims.hook(index, StepType.ofWireName(hook.type()).orElseThrow());
    claims.move(index, StepEvent.START);
    Duration grace = Duration.ofMillis(job.dispatch().gracePeriodMillis());
    var bounds =
        new Bounds(
            stop,
            limit,
            grace.compareTo(GRACE) < 0 ? grace : GRACE,
            () -> claims.move(index, StepEvent.CANCEL_GRACEFUL));
    Done done = execution.observe(index, hook.run(), around, told.variables(), bounds);
    StepEvent row = failures.row(claims.state(index), done, List.of(0));
    claims.signalled(index, done.signal());
    String code =
        row == StepEvent.FAIL ? Machine.wireName(dev.pawl.core.lifecycle.ReasonCode.HOOK) : null;
    claims.move(index, row, execution.shown(done), code, Map.of());
  }

  static String timedOut(Duration time) {
    return "timed out after " + Spans.text(time);
  }
}
