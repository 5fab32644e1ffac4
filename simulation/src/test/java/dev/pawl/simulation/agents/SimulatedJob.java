package dev.pawl.simulation.agents;

import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.core.plan.Hook;
import dev.pawl.core.plan.PlannedJob;
import dev.pawl.core.plan.PlannedStep;
import dev.pawl.core.plan.StepPolicy;
import dev.pawl.core.step.StepType;
import dev.pawl.expression.value.Value;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.simulation.invariants.ProcessMonitor.Running;
import dev.pawl.simulation.world.Simulation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// One execution of a job: its steps with the hooks around them, and the hooks at its end.
///
/// At most one continuation is valid at a time; everything that ends the job invalidates it.
final class SimulatedJob {

  private final SimulatedAgent agent;
  private final Simulation world;
  private final JobDispatch dispatch;
  private final PlannedJob job;
  private final JobScript script;
  private final SimulatedStepReports reports;
  private final SimulatedJobOutput output;
  private final BiConsumer<String, JobReport.End> over;
  private final long deadline;
  private @Nullable Running process;
  private @Nullable Runnable asked;
  private Duration fence = Duration.ZERO;
  private int now;
  private int step;
  private boolean isStarted;
  private boolean isCancelled;
  private boolean isUploading;
  private String commit = "";
  private String status = "success";
  private String code = "ok";

  SimulatedJob(
      SimulatedAgent agent,
      Simulation world,
      JobDispatch dispatch,
      PlannedJob job,
      BiConsumer<String, JobReport.End> over) {
    this.agent = agent;
    this.world = world;
    this.dispatch = dispatch;
    this.job = job;
    this.over = over;
    this.script = new JobScript(world.chanceOf(dispatch), world.scenario());
    this.reports = new SimulatedStepReports(agent, dispatch.leaseId(), job.steps().size());
    this.output = new SimulatedJobOutput(agent, world, dispatch.leaseId());
    this.deadline = agent.clock().toMillis() + dispatch.job().timeout().toMillis();
  }

  /// Continues after that time, unless something else happens to the job first.
  private void then(long millis, Runnable next) {
    int mine = ++now;
    agent.later(
        millis,
        () -> {
          if (mine == now) {
            next.run();
          }
        });
  }

  private void stopProcess() {
    now++;
    if (process != null) {
      world.processes().ends(process);
      process = null;
    }
  }

  SimulatedJobOutput output() {
    return output;
  }

  private void startProcess(StepType type) {
    process = world.processes().starts(agent, dispatch.leaseId(), type);
  }

  private void end(JobReport.End end) {
    fence = Duration.ZERO;
    stopProcess();
    over.accept(dispatch.leaseId(), end);
  }

  /// Looks where the branch is, which moves all the time.
  void resolveCommit() {
    then(
        script.groupMillis(),
        () -> {
          if (script.groupFails()) {
            end(completed("failed", "fetch", "the repository does not answer"));
          } else {
            commit = script.commit();
            agent.report(dispatch.leaseId(), new JobReport.CommitResolved(commit));
          }
        });
  }

  /// A defective agent is told nothing, and keeps what it found.
  void commitDecided(String decided) {
    commit = decided.isEmpty() ? commit : decided;
    if (dispatch.group() != null) {
      evaluateGroup();
    }
  }

  /// The commit that it executes, if it is of a ref: what it was told, or what was dispatched.
  private void checkOut() {
    String contexts = dispatch.inputs().contexts();
    if (commit.isEmpty()
        && Value.parseJson(contexts) instanceof Value.Dict(var all)
        && all.get("github") instanceof Value.Dict(var github)
        && github.get("sha") instanceof Value.Text(var sha)) {
      commit = sha;
    }
    if (!commit.isEmpty() && !job.isHooks()) {
      world.commits().executes(dispatch.runId(), dispatch.jobId(), commit);
    }
  }

  void evaluateGroup() {
    then(
        script.groupMillis(),
        () -> {
          if (script.groupFails()) {
            end(completed("failed", "user", "the group's command failed"));
          } else {
            agent.report(dispatch.leaseId(), new JobReport.GroupEvaluated(script.group()));
          }
        });
  }

  void start() {
    isStarted = true;
    checkOut();
    then(script.isLost() ? script.stepMillis() : 1, this::nextStep);
  }

  private void nextStep() {
    if (step >= job.steps().size()) {
      finish();
    } else if (script.isLost()) {
      end(new JobReport.Lost("workspace gone"));
    } else {
      hook(StepType.BEFORE_STEP, this::acquireTool);
    }
  }

  private void acquireTool() {
    PlannedStep planned = job.steps().get(step);
    if (planned.policy().tool().isPresent()) {
      now++;
      asked = () -> run(1);
      agent.report(
          dispatch.leaseId(), new JobReport.ToolRequested(step, planned.policy().tool().get()));
    } else {
      run(1);
    }
  }

  void answered(BreakerAnswer answer) {
    Runnable go = asked;
    if (go == null || answer.stepIndex() != step) {
      return;
    }
    asked = null;
    if (answer.allowed()) {
      go.run();
    } else if (job.steps().get(step).policy().waitsForTool()) {
      then(Math.max(1, answer.retryAfterSeconds()) * 1000, this::acquireTool);
    } else {
      reports.fails(step, 1, 0, "nobody", "circuit_open");
      ended(false, "circuit_open");
    }
  }

  private void run(int tries) {
    if (isTimeOver()) {
      reports.fails(step, tries, 0, "timeout", "timeout");
      timeOut();
      return;
    }
    reports.step(step, "running", tries, 0, "nobody", "");
    startProcess(StepType.STEP);
    output.print(step);
    long left = Math.max(1, deadline - agent.clock().toMillis());
    long takes = script.stepMillis();
    boolean isCut = takes > left && !script.isStubborn();
    then(isCut ? left : takes, () -> processEnded(tries, isCut));
  }

  private boolean isTimeOver() {
    return agent.clock().toMillis() >= deadline && !script.isStubborn();
  }

  private void processEnded(int tries, boolean isCut) {
    output.print(step);
    stopProcess();
    output.flush(() -> stepEnded(tries, isCut));
  }

  private void stepEnded(int tries, boolean isCut) {
    if (isCut) {
      reports.fails(step, tries, 137, "timeout", "timeout");
      timeOut();
      return;
    }
    StepPolicy policy = job.steps().get(step).policy();
    if (!script.stepFails()) {
      reports.step(step, "success", tries, 0, "process", "");
      ended(true, "ok");
    } else if (tries <= policy.retries()) {
      reports.step(step, "retrying", tries, 1, "process", "");
      then(StepPolicy.BACKOFF.after(tries, dispatch.jobId()).toMillis(), () -> run(tries + 1));
    } else {
      int exitCode = script.exitCode();
      String why = exitCode == 70 ? "infra" : script.failureClass();
      reports.fails(step, tries, exitCode, "process", why);
      ended(job.body().mayFail(step), why);
    }
  }

  /// Ends a step; the job continues only if the step `isFine`.
  private void ended(boolean isFine, String why) {
    hook(
        StepType.AFTER_STEP,
        () -> {
          if (isFine) {
            step++;
            nextStep();
          } else {
            fail("failed", why);
          }
        });
  }

  private void timeOut() {
    fail("timed_out", "timeout");
  }

  private void fail(String how, String why) {
    for (int left = step + 1; left < job.steps().size(); left++) {
      reports.step(left, "skipped", 0, 0, "nobody", "");
    }
    status = how;
    code = why;
    finish();
  }

  private void finish() {
    StepType wanted = status.equals("success") ? StepType.ON_SUCCESS : StepType.ON_FAILURE;
    hook(wanted, () -> hook(StepType.CLEANUP, this::complete));
  }

  private void complete() {
    if (!isUploading && script.uploads()) {
      isUploading = true;
      agent.report(dispatch.leaseId(), new JobReport.Uploading());
      then(script.uploadMillis(), this::complete);
      return;
    }
    end(completed(status, code, status.equals("success") ? "" : "it did not go well"));
  }

  private JobReport.End completed(String how, String why, String message) {
    return new JobReport.Completed(how, null, why, message, null, Map.of("out", script.output()));
  }

  /// Runs the hooks of that type one after another, then continues.
  private void hook(StepType type, Runnable next) {
    Deque<Hook> left = new ArrayDeque<>();
    job.policy().hooks().stream().filter(hook -> hook.type() == type).forEach(left::add);
    hooks(left, next);
  }

  private void hooks(Deque<Hook> left, Runnable next) {
    Hook hook = left.poll();
    if (hook == null) {
      next.run();
      return;
    }
    int index = reports.hookRuns(hook.type());
    startProcess(hook.type());
    long takes = script.hookMillis();
    long bound = hook.bound().toMillis();
    then(
        Math.min(takes, bound),
        () -> {
          stopProcess();
          reports.hookEnds(index, hook.type(), takes < bound && !script.hookFails());
          hooks(left, next);
        });
  }

  /// SIGTERM. A job that ignores it, or has nothing to stop, goes on.
  void cancel() {
    if (isCancelled || isUploading || script.isStubborn()) {
      return;
    }
    isCancelled = true;
    asked = null;
    if (output.isFlushing()) {
      output.flush(this::stopOpenSteps);
      return;
    }
    if (process == null || process.type().isHook()) {
      stopProcess();
      stopOpenSteps();
      return;
    }
    reports.step(step, "cancelling", 1, 0, "nobody", "");
    long takes = script.dyingMillis();
    long grace = dispatch.job().grace().toMillis();
    then(
        Math.min(takes, grace),
        () -> {
          output.print(step);
          stopProcess();
          boolean isUnwell = script.diesBadly();
          String endedBy = isUnwell ? "process" : takes < grace ? "terminated" : "killed";
          output.flush(() -> {
            reports.step(step, isUnwell ? "failed" : "cancelled", 1, 143, endedBy, "");
            wrapUp();
          });
        });
  }

  private void stopOpenSteps() {
    reports.cancelOpenSteps();
    wrapUp();
  }

  private void wrapUp() {
    hook(
        StepType.ON_CANCEL,
        () -> hook(StepType.CLEANUP, () -> end(new JobReport.Stopped("cancelled", "as asked"))));
  }

  /// Sets the fence in place of an earlier one.
  void fenceAt(Duration at) {
    fence = at;
    agent.watch(
        at,
        () -> {
          if (at.equals(fence)) {
            fenced();
          }
        });
  }

  /// The watchdog kills the processes. No other is started before the agent finds out.
  private void fenced() {
    world.trace().say("%s: the watchdog fences job %s", agent, dispatch.jobId());
    stopProcess();
    asked = null;
  }

  /// SIGKILL, without a report of the steps.
  void kill(KillReason stop) {
    fence = Duration.ZERO;
    stopProcess();
    output.close();
    asked = null;
    boolean cleansUp = isStarted && stop.allowsHooks() && !job.policy().hasEnvironment();
    if (cleansUp) {
      hook(StepType.CLEANUP, () -> end(new JobReport.Killed()));
    } else {
      then(script.dyingMillis() / 10, () -> end(new JobReport.Killed()));
    }
  }
}
