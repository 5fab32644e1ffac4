package dev.pawl.agent.exec;

import dev.pawl.agent.commands.Notices;
import dev.pawl.agent.contexts.Evaluation;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.StepResult;
import dev.pawl.agent.contexts.StepResult.Outcome;
import dev.pawl.agent.exec.StepExecution.Done;
import dev.pawl.agent.exec.StepRunner.Bounds;
import dev.pawl.agent.session.Report;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.core.step.StepName;
import dev.pawl.protocol.FromServer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The steps of a job, in order: which of them run, what each comes to, and what all of them come
/// to. Owned by the job's thread.
final class JobSteps {

  private final Assignment job;
  private final List<FromServer.Step> steps;
  private final JobFacts facts;
  private final OpenActions actions;
  private final StepExecution execution;
  private final Failures failures;

  /// As it was when the step that is next was looked at: what a step is asked and how it is run
  /// must not contradict each other.
  private boolean isCancelled;

  private int lastRun;
  private @Nullable Failed failed;

  JobSteps(Assignment job, Workspace.Place place, JobFacts facts, StepExecution execution) {
    this.job = job;
    this.steps = job.dispatch().job().steps();
    this.facts = facts;
    this.execution = execution;
    this.failures = new Failures(job.dispatch().job());
    this.actions =
        new OpenActions(
            job.dispatch().job().actions(), facts, place.directory(), () -> isCancelled);
  }

  /// The result of all that ran; none if the job was stopped.
  Optional<Report.Completed> run() throws InterruptedException {
    job.time().begin();
    for (int index = 0; index < steps.size() && !job.stop().isForced(); index++) {
      isCancelled = job.stop().isRequested();
      leaveActionsOf(steps.get(index).action());
      step(index, steps.get(index));
    }
    leaveActionsOf(FromServer.Step.NO_ACTION);
    return job.stop().isRequested() ? Optional.empty() : Optional.of(completed());
  }

  private Report.Completed completed() throws InterruptedException {
    String source = "job '%s'".formatted(job.dispatch().job().name());
    JobOutputs outputs =
        JobOutputs.of(
            job.dispatch().job().outputs(), actions.evaluation("", source), facts.masks());
    for (String warning : outputs.warnings()) {
      byte[] line = Notices.warning(warning).getBytes(StandardCharsets.UTF_8);
      job.log().ship(lastRun, line, line.length);
    }
    job.log().flush();
    if (failed == null && !outputs.problem().isEmpty()) {
      failed = Failed.without(lastRun, facts.masks().mask(outputs.problem()));
    }
    return failed == null
        ? new Report.Completed("success", null, "ok", "", null, outputs.values())
        : failed.completed(outputs.values());
  }

  /// An action that is over and may fail takes the failures of its steps with it, but for those
  /// after which the job is over.
  private void leaveActionsOf(int next) {
    boolean isFinal = facts.masks().isTooMuch() || (failed != null && failed.timedOut());
    for (var left = actions.leave(next, isFinal);
        left.isPresent();
        left = actions.leave(next, isFinal)) {
      StepResult result = left.get().result();
      boolean isForgiven =
          result.outcome() == Outcome.FAILURE && result.conclusion() != Outcome.FAILURE;
      if (isForgiven && failed != null && failed.isWithin(left.get().firstStep())) {
        failed = null;
      }
      if (result.conclusion() == Outcome.FAILURE && failed == null) {
        failed = Failed.without(left.get().firstStep(), facts.masks().mask(left.get().problem()));
      }
    }
  }

  private void step(int index, FromServer.Step step) throws InterruptedException {
    try {
      Evaluation around = enter(index, step);
      boolean runs = actions.run() && around.condition(step.condition(), step.env());
      Deadline limit = job.time().current(actions.hasAnyFailed());
      if (runs && !(isCancelled && limit.isOver())) {
        execute(index, step, around, actions.orEarlier(limit));
      } else {
        skip(index, step);
      }
    } catch (EvaluationError e) {
      job.claims().move(index, StepEvent.START);
      end(index, step, Done.notStarted(e.message()), false);
    }
  }

  /// From here on the step has its name, whatever comes of it. Within an action that does not run
  /// nothing is known that it could be evaluated by.
  private Evaluation enter(int index, FromServer.Step step) throws EvaluationError {
    String title = step.name();
    try {
      actions.enter(step.action(), index);
      String id = step.id().isEmpty() ? "__run_" + (index + 1) : step.id();
      Evaluation around = actions.evaluation(id, step.source());
      title = actions.run() ? around.title(title, step.env()) : title;
      return around;
    } finally {
      List<String> names = actions.names(step.action(), title);
      job.claims().name(index, StepName.of(names.stream().map(facts.masks()::mask).toList()));
    }
  }

  /// What a cancel leaves undone is not skipped, but cancelled: the server does that.
  private void skip(int index, FromServer.Step step) {
    if (!isCancelled) {
      job.claims().move(index, StepEvent.SKIP);
    }
    actions.scope().ended(step.id(), StepResult.NEVER_RAN);
  }

  private void execute(int index, FromServer.Step step, Evaluation around, Deadline limit)
      throws InterruptedException {
    lastRun = index;
    job.claims().move(index, StepEvent.START);
    var bounds =
        new Bounds(
            isCancelled ? job.stop().forceOnly() : job.stop(),
            limit,
            () -> job.claims().move(index, StepEvent.CANCEL_GRACEFUL));
    Done done = execution.run(index, step, around, bounds);
    end(index, step, done, mayFail(step, around, done));
  }

  private boolean mayFail(FromServer.Step step, Evaluation around, Done done) {
    try {
      boolean isJobsTime = done.end().ender() == Ender.TIMEOUT && job.time().isUp();
      return !isJobsTime
          && !facts.masks().isTooMuch()
          && around.within(step.env()).flag("continue-on-error", step.continueOnError());
    } catch (EvaluationError _) {
      return false;
    }
  }

  private void end(int index, FromServer.Step step, Done done, boolean mayFail) {
    StepEnd end = done.masked(facts.masks());
    StepEvent row = failures.row(job.claims().state(index), done, step.expectedExitCodes());
    Outcome outcome = outcome(row);
    boolean counts = outcome == Outcome.FAILURE && !mayFail;
    Outcome conclusion = outcome == Outcome.FAILURE && mayFail ? Outcome.SUCCESS : outcome;
    Classification found =
        row == StepEvent.FAIL ? failures.classified(end, done.lines()) : Classification.NONE;
    String code = row == StepEvent.FAIL ? Machine.wireName(found.code()) : null;
    job.claims().signalled(index, done.signal());
    job.claims().move(index, row, end, code, shown(done.outputs()));
    actions.scope().ended(step.id(), new StepResult(done.outputs(), outcome, conclusion));
    if (counts && failed == null) {
      boolean timedOut = end.ender() == Ender.TIMEOUT && job.time().isUp();
      failed = Failed.of(index, job.claims().name(index), end, found, timedOut);
    }
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
    shown.values().removeIf(facts.masks()::isIn);
    return shown;
  }
}
