package dev.pawl.agent.session;

import dev.pawl.protocol.FromAgent.BreakerAcquire;
import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromAgent.JobCancelAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobConcurrencyReport;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.JobLost;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromAgent.JobStart;
import dev.pawl.protocol.FromAgent.JobUploading;
import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromAgent.StepStatus;
import java.util.function.LongFunction;

/// What is said under one lease, in the protocol's words; most of it once its number is known.
record Wording(String leaseId, String runId, String jobId, int attempt) {

  static Wording of(Fact.Taken lease) {
    return new Wording(lease.leaseId(), lease.runId(), lease.jobId(), lease.attempt());
  }

  JobHeartbeat heartbeat(long beat, Stage stage, Advance advance) {
    return new JobHeartbeat(
        leaseId,
        runId,
        jobId,
        attempt,
        beat,
        stage.wireName(),
        advance.progress(),
        advance.logBytes());
  }

  BreakerAcquire wanted(Report.ToolWanted tool) {
    return new BreakerAcquire(leaseId, runId, jobId, attempt, tool.stepIndex(), tool.tool());
  }

  LongFunction<Numbered> ack() {
    return seq -> new JobAck(leaseId, runId, jobId, attempt, seq);
  }

  LongFunction<Numbered> reject(String reason) {
    return seq -> new JobReject(leaseId, runId, jobId, attempt, seq, reason);
  }

  LongFunction<Numbered> group(String group) {
    return seq -> new JobConcurrencyReport(leaseId, runId, jobId, attempt, seq, group);
  }

  LongFunction<Numbered> start() {
    return seq -> new JobStart(leaseId, runId, jobId, attempt, seq);
  }

  LongFunction<Numbered> step(Report.StepMoved step) {
    return seq ->
        new StepStatus(
            leaseId,
            runId,
            jobId,
            attempt,
            seq,
            step.stepIndex(),
            step.stepName(),
            step.stepType(),
            step.state(),
            step.exitCode(),
            step.signal(),
            step.endedBy(),
            step.tries(),
            step.outputs(),
            step.message(),
            step.code(),
            step.durationMs());
  }

  LongFunction<Numbered> uploading() {
    return seq -> new JobUploading(leaseId, runId, jobId, attempt, seq);
  }

  LongFunction<Numbered> stopped(String finalStatus, String reason) {
    return seq -> new JobCancelAck(leaseId, runId, jobId, attempt, seq, finalStatus, reason);
  }

  LongFunction<Numbered> end(Report.End end) {
    return switch (end) {
      case Report.Completed done ->
          seq ->
              new JobComplete(
                  leaseId,
                  runId,
                  jobId,
                  attempt,
                  seq,
                  done.status(),
                  done.exitCode(),
                  done.code(),
                  done.reason(),
                  done.evidence(),
                  done.outputs());
      case Report.Stopped(var finalStatus, var reason) -> stopped(finalStatus, reason);
      case Report.Lost(var reason) -> lost(reason);
      case Report.Ended _ -> lost("the agent lost hold of the job");
    };
  }

  LongFunction<Numbered> lost(String reason) {
    return seq -> new JobLost(leaseId, runId, jobId, attempt, seq, reason);
  }
}
