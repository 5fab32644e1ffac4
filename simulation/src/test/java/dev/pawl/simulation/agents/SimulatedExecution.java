package dev.pawl.simulation.agents;

import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.simulation.world.Simulation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Executes scripted jobs. No process is real, but the process monitor records each.
final class SimulatedExecution implements Execution {

  /// The time that the watchdog leaves to the agent itself.
  private static final Duration WATCHDOG_DELAY = Duration.ofSeconds(1);

  private final SimulatedAgent agent;
  private final Simulation world;
  private final Map<String, SimulatedJob> jobs = new LinkedHashMap<>();

  SimulatedExecution(SimulatedAgent agent, Simulation world) {
    this.agent = agent;
    this.world = world;
  }

  /// Drops all jobs when the machine crashes.
  void clear() {
    jobs.values().forEach(job -> job.output().close());
    jobs.clear();
  }

  /// The planned job, from the run itself: a dispatch does not carry all of it.
  private Optional<Job> planned(JobDispatch dispatch) {
    Run run = world.reference().run(new RunId(dispatch.runId()));
    return run == null ? Optional.empty() : run.job(dispatch.jobId());
  }

  private Optional<SimulatedJob> made(JobDispatch dispatch) {
    return planned(dispatch)
        .map(job ->
            jobs.computeIfAbsent(
                dispatch.leaseId(),
                _ -> new SimulatedJob(agent, world, dispatch, job.planned(), this::over)));
  }

  private void over(String leaseId, JobReport.End end) {
    if (jobs.remove(leaseId) != null) {
      agent.report(leaseId, end);
    }
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    made(dispatch).ifPresent(SimulatedJob::resolveCommit);
  }

  @Override
  public void commitDecided(String leaseId, String commit) {
    SimulatedJob job = jobs.get(leaseId);
    if (job != null) {
      job.commitDecided(commit);
    }
  }

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    made(dispatch).ifPresent(SimulatedJob::evaluateGroup);
  }

  @Override
  public void start(JobDispatch dispatch) {
    world.processes().begins(agent, dispatch.leaseId());
    made(dispatch).ifPresent(SimulatedJob::start);
  }

  /// The watchdog kills the job's processes, unless the lease is renewed again, or the session ends
  /// the job.
  @Override
  public void leaseRenewed(String leaseId, Duration remaining) {
    SimulatedJob job = jobs.get(leaseId);
    if (job != null) {
      job.fenceAt(agent.clock().plus(remaining).plus(WATCHDOG_DELAY));
    }
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    SimulatedJob job = jobs.get(leaseId);
    if (job != null) {
      job.cancel();
    }
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    SimulatedJob job = jobs.get(leaseId);
    if (job != null) {
      job.kill(stop);
    }
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {
    SimulatedJob job = jobs.get(leaseId);
    if (job != null) {
      job.output().acknowledged(stepIndex, offset, isCut);
    }
  }

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {
    SimulatedJob job = jobs.get(leaseId);
    if (job != null) {
      job.output().resume();
    }
  }

  @Override
  public void toolAnswered(BreakerAnswer answer) {
    SimulatedJob job = jobs.get(answer.leaseId());
    if (job != null) {
      job.answered(answer);
    }
  }
}
