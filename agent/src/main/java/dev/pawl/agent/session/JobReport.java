package dev.pawl.agent.session;

import dev.pawl.protocol.AgentMessage.Evidence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an execution tells its session about one lease.
public sealed interface JobReport {

  /// Nothing of the job is left: no process, and no more reports. Its slot is free.
  sealed interface End extends JobReport {}

  /// The job's group, as its command printed it.
  record GroupEvaluated(String group) implements JobReport {}

  /// A step came into a state; as `step.status`.
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

  /// A step waits for the word whether it may use its tool.
  record ToolRequested(int stepIndex, String tool) implements JobReport {}

  /// The steps are over; what they made is being uploaded.
  record Uploading() implements JobReport {}

  /// The job has its result; as `job.complete`.
  record Completed(
      String status,
      @Nullable Integer exitCode,
      String code,
      String reason,
      @Nullable Evidence evidence,
      Map<String, String> outputs)
      implements End {

    private static final int LONGEST_REASON = 4_000;

    /// A reason may quote what a job has made up: no message is too long to be said by that.
    public Completed {
      if (reason.length() > LONGEST_REASON) {
        reason = reason.substring(0, LONGEST_REASON) + "…";
      }
    }
  }

  /// The job has been stopped gracefully.
  record Stopped(String finalStatus, String reason) implements End {}

  /// The job cannot go on, through no fault of its own.
  record Lost(String reason) implements End {}

  /// The job has been killed. There is nothing to say.
  record Killed() implements End {}
}
