package dev.pawl.agent.exec;

import dev.pawl.agent.commands.LogAnnotations;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.contexts.ExpressionEvaluator;
import dev.pawl.agent.limits.JobMemoryLimits;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.steps.FailureClassifier;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.workspace.JobWorkspace;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.core.mask.TooManySecretsException;
import dev.pawl.core.step.MessageText;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one attempt of a job in the job's own thread, from its dispatch to its result.
///
/// In order: the commit is found out, if the run has none; the group is evaluated, if the job has a
/// `group-command`; the server allows the start; the steps run, each with its hooks ([JobSteps]);
/// the outputs are evaluated; the hooks of the job's end run; the rest of the log is uploaded; the
/// result is returned. A cancel or a timeout ends the current step, and then only those steps run
/// whose condition asks for it; force ends everything.
final class JobRunner {

  private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);

  private static final JobReport.End FENCED =
      new JobReport.Lost("its lease ran out while its agent or the watchdog stood still");
  private static final JobReport.End CANCELLED = new JobReport.Stopped("cancelled", "");

  private final JobControl control;
  private final JobDispatch dispatch;
  private final WorkspaceProvider workspaces;
  private final Consumer<JobReport> reports;
  private final StepClaims claims;

  JobRunner(JobControl control, WorkspaceProvider workspaces, Consumer<JobReport> reports) {
    this.control = control;
    this.dispatch = control.dispatch();
    this.workspaces = workspaces;
    this.reports = reports;
    this.claims = new StepClaims(reports);
  }

  /// Runs the attempt. Returns its result when no process and no file of it is left.
  JobReport.End run() throws InterruptedException {
    JobReport.End end = runAttempt();
    if (control.isKilled()) {
      return new JobReport.Killed();
    }
    return control.isFenced() ? FENCED : end;
  }

  private JobReport.End runAttempt() throws InterruptedException {
    if (!dispatch.isPrepared() && !control.awaitStart()) {
      return CANCELLED;
    }
    SecretMasks masks;
    try {
      masks = new SecretMasks(dispatch.inputs().secrets().values(), JobMemoryLimits.DEFAULT);
    } catch (TooManySecretsException e) {
      return failed("user", String.valueOf(e.getMessage()));
    }
    try (JobWorkspace workspace = workspaces.open(dispatch)) {
      control.fence().guard(workspace.processes(), control::fenced);
      if (dispatch.inputs().unresolvedRef() == null) {
        return runPrepared(workspace, JobEnvironment.of(dispatch, workspace, masks, ""));
      }
      return runAtCommit(workspace, masks);
    } catch (EvaluationError e) {
      return failed("user", masks.mask(e.message()));
    } catch (IOException e) {
      String why = masks.mask(String.valueOf(e.getMessage()));
      return failed("infra", "the workspace could not be prepared: " + why);
    } catch (RuntimeException e) {
      // A bug. The job still needs a result, or the server would wait for it. An error ends the
      // agent.
      LOG.error(
          "job '{}' of run {} failed because of a bug (lease {})",
          dispatch.jobId(),
          dispatch.runId(),
          dispatch.leaseId(),
          e);
      return failed("infra", "internal error of the agent: " + masks.mask(e.toString()));
    }
  }

  /// Finds out the commit of the run, and runs the job at the one that the server decides.
  private JobReport.End runAtCommit(JobWorkspace workspace, SecretMasks masks)
      throws InterruptedException, IOException, EvaluationError {
    JobEnvironment unresolved = JobEnvironment.of(dispatch, workspace, masks, "");
    switch (new CommitResolution(workspace, unresolved, control.stop()).run()) {
      case CommitResolution.Commit(var commit) ->
          reports.accept(new JobReport.CommitResolved(commit));
      case CommitResolution.Failed _ when control.stop().isRequested() -> {
        return CANCELLED;
      }
      case CommitResolution.Failed(var code, var why) -> {
        return failed(code, masks.mask("the run's commit could not be found out: " + why));
      }
    }
    Optional<String> decided = control.awaitCommit();
    return decided.isEmpty()
        ? CANCELLED
        : runPrepared(workspace, JobEnvironment.of(dispatch, workspace, masks, decided.get()));
  }

  private JobReport.End runPrepared(JobWorkspace workspace, JobEnvironment environment)
      throws InterruptedException, IOException {
    if (dispatch.group() != null) {
      Optional<JobReport.End> end = evaluateGroup(workspace, environment, dispatch.group());
      if (end.isPresent()) {
        return end.get();
      }
    } else if (!control.awaitStart()) {
      return CANCELLED;
    }
    return runStarted(workspace, environment);
  }

  /// Evaluates the group, and waits for the permission to start. Returns the end of the job if it
  /// must not start.
  private Optional<JobReport.End> evaluateGroup(
      JobWorkspace workspace, JobEnvironment environment, String command)
      throws InterruptedException, IOException {
    var group = new GroupCommand(workspace, environment, control.stop());
    GroupCommand.Result result =
        group.run(
            command, dispatch.job().steps(), Duration.ofSeconds(dispatch.groupTimeoutSeconds()));
    SecretMasks masks = environment.masks();
    if (result instanceof GroupCommand.Failed(var why) && !control.stop().isRequested()) {
      return Optional.of(failed("user", masks.mask(why)));
    }
    if (result instanceof GroupCommand.Group(var key)) {
      if (masks.containsSecret(key)) {
        return Optional.of(
            failed("user", "group-command printed a secret, which cannot name a group"));
      }
      reports.accept(new JobReport.GroupEvaluated(key));
    }
    return control.awaitStart() ? Optional.empty() : Optional.of(CANCELLED);
  }

  /// Runs the job, whose start the server has committed.
  private JobReport.End runStarted(JobWorkspace workspace, JobEnvironment environment)
      throws InterruptedException {
    var executor = new StepExecutor(workspace, environment, control.log());
    var classifier = new FailureClassifier(dispatch.inputs().rules());
    var hooks = new HookRunner(control, claims, executor, classifier, environment.masks());
    var steps =
        new JobSteps(
            control, claims, executor, classifier, hooks, environment, workspace.directory());
    control.deadlines().start();
    steps.run();
    ExpressionEvaluator evaluator =
        steps.evaluator("", "job '%s'".formatted(dispatch.job().name()));
    JobOutputs outputs =
        steps.isCancelled()
            ? JobOutputs.NONE
            : JobOutputs.of(dispatch.job().body().outputs(), evaluator, environment);
    JobFailure failure = steps.failure();
    if (failure == null && !outputs.problem().isEmpty()) {
      failure = JobFailure.of(steps.lastRun(), environment.masks().mask(outputs.problem()));
    }
    for (String warning : outputs.warnings()) {
      print(steps.lastRun(), LogAnnotations.warning(warning));
    }
    hooks.jobEnded(failure, steps.isCancelled(), evaluator);
    if (failure != null) {
      keepWorkspace(workspace, steps.lastRun());
    }
    upload();
    return control.stop().isRequested() ? CANCELLED : completed(failure, outputs.values());
  }

  /// Keeps the workspace where the agent is configured to, and writes its path to the log.
  private void keepWorkspace(JobWorkspace workspace, int step) throws InterruptedException {
    Optional<Path> kept = workspace.keep();
    if (kept.isPresent()) {
      print(step, "Workspace kept at " + kept.get() + "\n");
      control.log().settle();
    }
  }

  private void print(int step, String text) throws InterruptedException {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    control.log().ship(step, line, line.length);
  }

  /// Uploads the rest of the log. Reports that only if there is a rest.
  private void upload() throws InterruptedException {
    if (!control.log().isDurable() && !control.stop().isRequested()) {
      reports.accept(new JobReport.Uploading());
    }
    control.log().flush();
  }

  private static JobReport.End completed(
      @Nullable JobFailure failure, Map<String, String> outputs) {
    return failure == null
        ? new JobReport.Completed("success", null, "ok", "", null, outputs)
        : failure.completed(outputs);
  }

  private static JobReport.End failed(String code, String reason) {
    return new JobReport.Completed("failed", null, code, MessageText.of(reason), null, Map.of());
  }
}
