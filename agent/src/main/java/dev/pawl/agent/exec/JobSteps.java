package dev.pawl.agent.exec;

import dev.pawl.agent.commands.LogAnnotations;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.contexts.StepResult;
import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.steps.CompositeActionStack;
import dev.pawl.agent.steps.FailureClassifier;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.ScriptRunner.StepLimits;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepExecutor.StepOutcome;
import dev.pawl.agent.supervision.Deadline;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.core.step.StepName;
import dev.pawl.core.step.StepType;
import dev.pawl.protocol.ServerMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The steps of a job, in order: which of them run, what each comes to, and what all of them come
/// to. Owned by the job's thread.
final class JobSteps {

  private final JobResources job;
  private final WorkspaceProvider.JobWorkspace place;
  private final List<ServerMessage.Step> steps;
  private final JobEnvironment facts;
  private final CompositeActionStack actions;
  private final StepExecutor execution;
  private final StepRetries tries;
  private final JobHooks hooks;
  private final FailureClassifier failures;
  private final long began = System.nanoTime();

  /// As it was when the step that is next was looked at: what a step is asked and how it is run
  /// must not contradict each other.
  private boolean isCancelled;

  private int lastRun;
  private @Nullable JobFailure failed;

  JobSteps(
      JobResources job,
      WorkspaceProvider.JobWorkspace place,
      JobEnvironment facts,
      StepExecutor execution) {
    this.job = job;
    this.place = place;
    this.steps = job.dispatch().job().steps();
    this.facts = facts;
    this.execution = execution;
    this.failures = new FailureClassifier(job.dispatch().job());
    this.tries = new StepRetries(job, execution);
    this.hooks = new JobHooks(job.dispatch().job(), new HookRunner(job, execution, failures));
    this.actions =
        new CompositeActionStack(
            job.dispatch().job().actions(), facts, place.directory(), () -> isCancelled);
  }

  /// The result of all that ran, hooks included; none if the job was stopped.
  Optional<JobReport.Completed> run() throws InterruptedException {
    job.time().begin();
    for (int index = 0; index < steps.size() && !job.stop().isForced(); index++) {
      isCancelled = job.stop().isRequested();
      leaveActionsOf(steps.get(index).action());
      step(index, steps.get(index));
    }
    leaveActionsOf(ServerMessage.Step.NO_ACTION);
    isCancelled = job.stop().isRequested();
    ExpressionEvaluator around =
        actions.evaluation("", "job '%s'".formatted(job.dispatch().job().name()));
    Map<String, String> outputs = isCancelled ? Map.of() : outputs(around);
    endWithHooks(around);
    if (failed != null) {
      keepWorkspace();
    }
    upload();
    return job.stop().isRequested() ? Optional.empty() : Optional.of(completed(outputs));
  }

  /// Where the agent keeps the workspaces of what failed, the log says where.
  private void keepWorkspace() throws InterruptedException {
    Optional<Path> kept = place.keep();
    if (kept.isPresent()) {
      say("The workspace is kept: " + kept.get() + "\n");
      job.log().settle();
    }
  }

  private void say(String text) throws InterruptedException {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    job.log().ship(lastRun, line, line.length);
  }

  /// What is left of the log goes up, which is told only if there is anything left.
  private void upload() throws InterruptedException {
    if (!job.log().isDurable() && !job.stop().isRequested()) {
      job.claims().uploading();
    }
    job.log().flush();
  }

  private Map<String, String> outputs(ExpressionEvaluator around) throws InterruptedException {
    JobOutputs outputs = JobOutputs.of(job.dispatch().job().outputs(), around, facts.masks());
    for (String warning : outputs.warnings()) {
      say(LogAnnotations.warning(warning));
    }
    if (failed == null && !outputs.problem().isEmpty()) {
      failed = JobFailure.without(lastRun, facts.masks().mask(outputs.problem()));
    }
    return outputs.values();
  }

  private JobReport.Completed completed(Map<String, String> outputs) {
    return failed == null
        ? new JobReport.Completed("success", null, "ok", "", null, outputs)
        : failed.completed(outputs);
  }

  private void endWithHooks(ExpressionEvaluator around) throws InterruptedException {
    ServerMessage.RunEnd run = job.dispatch().job().runEnd();
    if (run != null) {
      hooks.ofTheRun(around, new HookInput(run.outcome(), run.reason(), "", "", durationMs()));
      return;
    }
    boolean isLost = job.stop().isForced();
    StepType end = failed == null ? StepType.ON_SUCCESS : StepType.ON_FAILURE;
    hooks.end(isLost ? null : isCancelled ? StepType.ON_CANCEL : end, around, told());
  }

  /// What is known of the job by now.
  private HookInput told() {
    String outcome = failed == null ? "success" : failed.timedOut() ? "timed_out" : "failed";
    String reason = failed == null ? "" : failed.reason();
    if (job.stop().isRequested()) {
      outcome = job.stop().isForced() ? "lost" : "cancelled";
      reason = facts.masks().mask(job.stop().why());
    }
    String step = failed == null ? "" : job.claims().name(failed.step());
    return new HookInput(outcome, reason, step, "", durationMs());
  }

  private long durationMs() {
    return (System.nanoTime() - began) / 1_000_000;
  }

  /// An action that is over and may fail takes the failures of its steps with it, but for those
  /// after which the job is over.
  private void leaveActionsOf(int next) {
    boolean isFinal = facts.masks().isOverflown() || (failed != null && failed.timedOut());
    for (var left = actions.closeFinished(next, isFinal);
        left.isPresent();
        left = actions.closeFinished(next, isFinal)) {
      StepResult result = left.get().result();
      boolean isForgiven =
          result.outcome() == Outcome.FAILURE && result.conclusion() != Outcome.FAILURE;
      if (isForgiven && failed != null && failed.isWithin(left.get().firstStep())) {
        failed = null;
      }
      if (result.conclusion() == Outcome.FAILURE && failed == null) {
        failed =
            JobFailure.without(left.get().firstStep(), facts.masks().mask(left.get().problem()));
      }
    }
  }

  private void step(int index, ServerMessage.Step step) throws InterruptedException {
    try {
      ExpressionEvaluator around = enter(index, step);
      boolean runs = actions.isEnabled() && around.condition(step.condition(), step.env());
      Deadline limit = job.time().current(actions.hasAnyFailed());
      if (runs && !(isCancelled && limit.isOver())) {
        execute(index, step, around, actions.orEarlier(limit));
      } else {
        skip(index, step);
      }
    } catch (EvaluationError e) {
      job.claims().transition(index, StepEvent.START);
      Ended _ = end(index, step, StepOutcome.notStarted(e.message()), false);
    }
  }

  /// From here on the step has its name, whatever comes of it. Within an action that does not run
  /// nothing is known that it could be evaluated by.
  private ExpressionEvaluator enter(int index, ServerMessage.Step step) throws EvaluationError {
    String title = step.name();
    try {
      actions.open(step.action(), index);
      String id = step.id().isEmpty() ? "__run_" + (index + 1) : step.id();
      ExpressionEvaluator around = actions.evaluation(id, step.source());
      title = actions.isEnabled() ? around.title(title, step.env()) : title;
      return around;
    } finally {
      List<String> names = actions.names(step.action(), title);
      job.claims().name(index, StepName.of(names.stream().map(facts.masks()::mask).toList()));
    }
  }

  /// What a cancel leaves undone is not skipped, but cancelled: the server does that.
  private void skip(int index, ServerMessage.Step step) {
    if (!isCancelled) {
      job.claims().transition(index, StepEvent.SKIP);
    }
    actions.scope().stepEnded(step.id(), StepResult.NEVER_RAN);
  }

  private void execute(
      int index, ServerMessage.Step step, ExpressionEvaluator around, Deadline limit)
      throws InterruptedException {
    lastRun = index;
    StopSignal stop = isCancelled ? job.stop().forceOnly() : job.stop();
    hooks.before(around, told().forStep(job.claims().name(index)), stop, limit);
    Duration grace = Duration.ofMillis(job.dispatch().gracePeriodMillis());
    var bounds =
        new StepLimits(
            stop, limit, grace, () -> job.claims().transition(index, StepEvent.CANCEL_GRACEFUL));
    Optional<StepOutcome> done = tries.run(index, step, around, bounds);
    if (done.isEmpty()) {
      actions.scope().stepEnded(step.id(), StepResult.NEVER_RAN);
      return;
    }
    Ended ended = end(index, step, done.get(), mayFail(step, around, done.get()));
    HookInput told = ended.told(job.claims().name(index), job.claims().durationMs(index));
    if (ended.outcome() == Outcome.CANCELLED) {
      hooks.wasCut(step, around, job.stop().isForced() ? told.asLost() : told);
    } else {
      hooks.after(step, around, told, stop, limit);
    }
  }

  private boolean mayFail(ServerMessage.Step step, ExpressionEvaluator around, StepOutcome done) {
    try {
      return !isOfTime(done.end())
          && !facts.masks().isOverflown()
          && around.withEnv(step.env()).flag("continue-on-error", step.continueOnError());
    } catch (EvaluationError _) {
      return false;
    }
  }

  /// How a step ended, as its hooks are told.
  private record Ended(Outcome outcome, StepEnd end, String reason) {

    HookInput told(String step, long durationMs) {
      boolean hasFailed = outcome == Outcome.FAILURE;
      String word = hasFailed ? "failed" : outcome.word();
      boolean isLate = hasFailed && end.ender() == Ender.TIMEOUT;
      return new HookInput(
          isLate ? "timed_out" : word, reason, hasFailed ? step : "", step, durationMs);
    }
  }

  private Ended end(int index, ServerMessage.Step step, StepOutcome done, boolean mayFail) {
    StepEnd end = execution.shown(done);
    StepEvent row =
        failures.row(job.claims().state(index), done, step.policy().expectedExitCodes());
    Outcome outcome = outcome(row);
    boolean counts = outcome == Outcome.FAILURE && !mayFail;
    Outcome conclusion = outcome == Outcome.FAILURE && mayFail ? Outcome.SUCCESS : outcome;
    Classification found =
        row == StepEvent.FAIL ? failures.classified(done, end) : Classification.NONE;
    String code = Machine.wireName(found.code());
    job.claims().recordSignal(index, done.signal());
    if (done.how() == StepOutcome.How.NO_TOOL) {
      job.claims().failWithoutStart(index, end, code);
    } else {
      String told = row == StepEvent.FAIL ? code : null;
      job.claims().transition(index, row, end, told, shown(done.outputs()));
    }
    actions.scope().stepEnded(step.id(), new StepResult(done.outputs(), outcome, conclusion));
    JobFailure own = JobFailure.of(index, job.claims().name(index), end, found, isOfTime(end));
    if (counts && failed == null) {
      failed = own;
    }
    return new Ended(outcome, end, outcome == Outcome.FAILURE ? own.reason() : end.message());
  }

  private boolean isOfTime(StepEnd end) {
    return end.ender() == Ender.TIMEOUT && job.time().isUp();
  }

  private static Outcome outcome(StepEvent row) {
    return switch (row) {
      case SUCCEED -> Outcome.SUCCESS;
      case FAIL -> Outcome.FAILURE;
      case SKIP -> Outcome.SKIPPED;
      case START, RETRY, CANCEL, CANCEL_GRACEFUL, COMPLETE, CANCEL_FORCE -> Outcome.CANCELLED;
    };
  }

  /// A secret may go from step to step, but not further.
  private Map<String, String> shown(Map<String, String> outputs) {
    Map<String, String> shown = new LinkedHashMap<>(outputs);
    shown.values().removeIf(facts.masks()::containsSecret);
    return shown;
  }
}
