package dev.pawl.simulation.chaos;

import dev.pawl.agent.session.Execution;
import dev.pawl.agent.session.JobReport;
import dev.pawl.agent.session.KillReason;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobDispatch;
import dev.pawl.simulation.chaos.JobLedger.Mark;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Executes jobs that write to the ledger when they start and end. Most take little time, some
/// longer than a lease lasts without a heartbeat.
final class LedgerExecution implements Execution {

  private final JobLedger ledger;
  private final BiConsumer<String, JobReport> reports;
  private final Map<String, CountDownLatch> stops = new ConcurrentHashMap<>();
  private final Map<String, String> cancelled = new ConcurrentHashMap<>();

  LedgerExecution(JobLedger ledger, BiConsumer<String, JobReport> reports) {
    this.ledger = ledger;
    this.reports = reports;
  }

  @Override
  public void start(JobDispatch job) {
    var stop = new CountDownLatch(1);
    stops.put(job.leaseId(), stop);
    Thread.ofVirtual().start(() -> work(job, stop));
  }

  private void work(JobDispatch job, CountDownLatch stop) {
    write(Mark.START, job);
    reports.accept(job.leaseId(), step("running", null, "nobody"));
    boolean isKilled = isStoppedWithin(stop, duration(job));
    write(isKilled ? Mark.KILLED : Mark.END, job);
    stops.remove(job.leaseId());
    @Nullable String wish = cancelled.remove(job.leaseId());
    if (isKilled) {
      reports.accept(
          job.leaseId(),
          wish == null ? new JobReport.Killed() : new JobReport.Stopped("cancelled", wish));
    } else {
      boolean fails = job.jobId().equals(PlanShape.FAILS_FIRST) && job.attempt() == 1;
      int exitCode = fails ? 1 : 0;
      String state = fails ? "failed" : "success";
      reports.accept(job.leaseId(), step(state, exitCode, "process"));
      reports.accept(
          job.leaseId(),
          new JobReport.Completed(state, exitCode, fails ? "infra" : "ok", "", null, Map.of()));
    }
  }

  private void write(Mark mark, JobDispatch job) {
    ledger.append(
        new JobLedger.Line(mark, job.runId(), job.jobId(), job.attempt(), job.leaseNumber()));
  }

  private static boolean isStoppedWithin(CountDownLatch stop, Duration duration) {
    try {
      return stop.await(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /// The duration, which is the same for the same attempt.
  private static Duration duration(JobDispatch job) {
    int chance = Math.floorMod((job.runId() + job.jobId() + job.attempt()).hashCode(), 1_000);
    return Duration.ofMillis(chance < 40 ? 4_000 : chance / 5);
  }

  private static JobReport step(String state, @Nullable Integer exitCode, String endedBy) {
    return new JobReport.StepStateChanged(
        0, "", "step", state, exitCode, null, endedBy, 1, Map.of(), "", null, 1);
  }

  boolean isBusy() {
    return !stops.isEmpty();
  }

  @Override
  public void kill(String leaseId, KillReason stop) {
    CountDownLatch running = stops.get(leaseId);
    if (running != null) {
      running.countDown();
    }
  }

  @Override
  public void cancel(String leaseId, String reason, Duration bound) {
    CountDownLatch running = stops.get(leaseId);
    if (running != null) {
      cancelled.put(leaseId, reason);
      running.countDown();
    }
  }

  @Override
  public void resolveCommit(JobDispatch dispatch) {
    throw new IllegalStateException("no run here is of a ref");
  }

  @Override
  public void commitDecided(String leaseId, String commit) {}

  @Override
  public void evaluateGroup(JobDispatch dispatch) {
    throw new IllegalStateException("no group here is a command's");
  }

  @Override
  public void logAcknowledged(String leaseId, int stepIndex, long offset, boolean isCut) {}

  @Override
  public void disconnectLog(String leaseId) {}

  @Override
  public void resumeLog(String leaseId) {}

  @Override
  public void toolAnswered(BreakerAnswer answer) {}
}
