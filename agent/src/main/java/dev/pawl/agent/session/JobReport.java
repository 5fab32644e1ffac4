package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.Evidence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A report of the execution to its session, about one lease.
public sealed interface JobReport {

  /// The last report of a job. No process is left, and its slot is free.
  sealed interface End extends JobReport {}

  /// The commit that the run's ref stands for, as its repository says.
  record CommitResolved(String commit) implements JobReport {}

  /// The job's group, as its command printed it.
  record GroupEvaluated(String group) implements JobReport {}

  /// A step has a new state; sent as `step.status`.
  record StepStateChanged(
      int stepIndex,
      String stepName,
      String stepType,
      String state,
      @Nullable Integer exitCode,
      @Nullable Integer signal,
      String endedBy,
      int tries,
      Map<String, String> outputs,
      String message,
      @Nullable String code,
      long durationMs)
      implements JobReport {}

  /// A step waits for the permission to use its tool.
  record ToolRequested(int stepIndex, String tool) implements JobReport {}

  /// The steps have ended, and the rest of the log is being uploaded.
  record Uploading() implements JobReport {}

  /// The job has ended with a result; sent as `job.complete`.
  record Completed(
      String status,
      @Nullable Integer exitCode,
      String code,
      String reason,
      @Nullable Evidence evidence,
      Map<String, String> outputs)
      implements End {

    private static final int MAX_REASON_LENGTH = 4_000;

    /// The reason may quote output of the job, and must not make the message too long.
    public Completed {
      if (reason.length() > MAX_REASON_LENGTH) {
        reason = reason.substring(0, MAX_REASON_LENGTH) + "…";
      }
    }
  }

  /// The job has been stopped gracefully.
  record Stopped(String finalStatus, String reason) implements End {}

  /// The job cannot continue, through no fault of its own.
  record Lost(String reason) implements End {}

  /// The job was killed, which is not reported to the server.
  record Killed() implements End {}
}
