package dev.pawl.agent.exec;

import dev.pawl.agent.checkout.Checkout;
import dev.pawl.agent.contexts.EvaluationError;
import dev.pawl.agent.logs.LogLink;
import dev.pawl.agent.logs.LogShipper;
import dev.pawl.agent.mask.SecretMasks;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.agent.steps.JobEnvironment;
import dev.pawl.agent.steps.JobVariables;
import dev.pawl.agent.steps.ScriptRunner;
import dev.pawl.agent.steps.StepExecutor;
import dev.pawl.agent.steps.StepScript;
import dev.pawl.agent.steps.StepScriptBuilder;
import dev.pawl.agent.steps.StepStartException;
import dev.pawl.agent.supervision.StopSignal;
import dev.pawl.agent.workspace.WorkspaceProvider;
import dev.pawl.core.mask.TooManySecretsException;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Executes one attempt, until nothing of it is left. Run by one thread; the word to start and the
/// signals to stop come from others, and so do the acknowledgements of log bytes.
final class JobRunner {

  private static final JobReport.End CANCELLED = new JobReport.Stopped("cancelled", "");

  private final JobDispatch dispatch;
  private final WorkspaceProvider workspace;
  private final Consumer<JobReport> reports;
  private final JobResources job;
  private final StartSignal start = new StartSignal();
  private final StopSignal stop = new StopSignal();
  private volatile boolean isKilled;

  JobRunner(
      JobDispatch dispatch,
      WorkspaceProvider workspace,
      LogLink link,
      Consumer<JobReport> reports) {
    this.dispatch = dispatch;
    this.workspace = workspace;
    this.reports = reports;
    this.job =
        new JobResources(
            dispatch,
            new LogShipper(link, dispatch.leaseId()),
            new StepClaims(reports),
            stop,
            new JobDeadlines(dispatch),
            new ToolAccess(reports));
  }

  /// The server has committed the start.
  void start() {
    start.give();
  }

  /// Stop gracefully, and report so.
  ///
  /// @param bound how long the server waits for that
  void cancel(String reason, Duration bound) {
    job.time().cancelled(bound);
    stop.request(reason);
  }

  /// Stop at once: nobody hears of it any more, and nobody takes more of the log. What is lost is
  /// cleaned up, but not where another attempt may be at work by now.
  void kill(KillReason how) {
    isKilled = true;
    stop.kill(!how.allowsHooks() || dispatch.job().environment() != null);
    job.log().close();
  }

  void answered(BreakerAnswer answer) {
    job.tools().answered(answer);
  }

  void logAcknowledged(int step, long offset) {
    job.log().acknowledged(step, offset);
  }

  void cutOffLog() {
    job.log().disconnected();
  }

  void resumeLog() {
    job.log().resume();
  }

  /// Executes the attempt. Returns its result when nothing else of it is left.
  JobReport.End run() throws InterruptedException {
    JobReport.End end = execute();
    return isKilled ? new JobReport.Killed() : end;
  }

  private JobReport.End execute() throws InterruptedException {
    if (dispatch.group() == null && !start.isGivenBefore(stop)) {
      return CANCELLED;
    }
    try {
      return execute(new SecretMasks(dispatch.job().secrets().values()));
    } catch (TooManySecretsException e) {
      return failed("user", String.valueOf(e.getMessage()));
    }
  }

  private JobReport.End execute(SecretMasks masks) throws InterruptedException {
    try (WorkspaceProvider.JobWorkspace place = workspace.open(dispatch)) {
      JobEnvironment facts = JobEnvironment.of(dispatch, place, masks);
      if (dispatch.group() != null) {
        Optional<JobReport.End> end = findGroup(place, facts, dispatch.group());
        if (end.isPresent()) {
          return end.get();
        }
      }
      return steps(place, facts);
    } catch (EvaluationError e) {
      return failed("user", masks.mask(e.message()));
    } catch (IOException e) {
      String why = masks.mask(String.valueOf(e.getMessage()));
      return failed("infra", "the workspace could not be prepared: " + why);
    } catch (RuntimeException | Error e) {
      // A defect, but nobody waits for a result that never comes.
      return failed("infra", "the agent failed: " + masks.mask(e.toString()));
    }
  }

  /// Finds out the group, and waits for the word to start. The end of the job if that never comes.
  private Optional<JobReport.End> findGroup(
      WorkspaceProvider.JobWorkspace place, JobEnvironment facts, String command)
      throws InterruptedException, IOException {
    JobVariables variables = facts.variables();
    var group = new GroupCommand(place, variables.of(variables.env(), Map.of()));
    GroupCommand.Answer answer = group.run(command, checkout(place, facts), stop);
    if (answer instanceof GroupCommand.Failed(var why) && !stop.isRequested()) {
      return Optional.of(failed("user", facts.masks().mask(why)));
    }
    if (answer instanceof GroupCommand.Group(var key)) {
      if (facts.masks().containsSecret(key)) {
        return Optional.of(failed("user", "group-command printed a secret, which names no group"));
      }
      reports.accept(new JobReport.GroupEvaluated(key));
    }
    return start.isGivenBefore(stop) ? Optional.empty() : Optional.of(CANCELLED);
  }

  /// What an empty workspace is filled by, so that the command finds what the job's steps will
  /// find: nothing where none of them checks anything out, or the workspace is a working tree.
  private @Nullable StepScript checkout(WorkspaceProvider.JobWorkspace place, JobEnvironment facts)
      throws IOException {
    boolean checksOut =
        dispatch.job().steps().stream().anyMatch(step -> step.uses().equals(Checkout.NAME));
    try {
      return checksOut && place.tree().isOwned()
          ? new StepScriptBuilder(place, facts).checkout(place.runtimeFiles("group").environment())
          : null;
    } catch (StepStartException | EvaluationError _) {
      return null; // the step that needs it will say so itself
    }
  }

  private static JobReport.End failed(String code, String reason) {
    return new JobReport.Completed("failed", null, code, reason, null, Map.of());
  }

  private JobReport.End steps(WorkspaceProvider.JobWorkspace place, JobEnvironment facts)
      throws InterruptedException {
    var runner = new ScriptRunner(place, job.log());
    var execution = new StepExecutor(place, facts, job.log(), runner);
    Optional<? extends JobReport.End> end = new JobSteps(job, place, facts, execution).run();
    return end.isPresent() ? end.get() : CANCELLED;
  }
}
