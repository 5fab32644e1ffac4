package dev.pawl.server.sockets;

import dev.pawl.core.plan.OutputLimits;
import dev.pawl.protocol.AgentMessage;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.Progress;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.LogFrame;
import dev.pawl.protocol.MalformedFrame;
import java.util.Map;

/// Checks the numbers and sizes in an agent's messages. No agent of ours sends others, so the
/// connection of one that does is closed. Texts for people are not checked here: they are cut and
/// cleaned where they are kept.
final class AgentMessageValidator {

  private static final int MAX_PERCENT = 100;

  /// @throws MalformedFrame if a value is out of its bounds
  static void check(AgentMessage message) {
    switch (message) {
      case JobHeartbeat beat -> check(beat);
      case StepStatus status -> {
        checkStep(status.stepIndex());
        require(status.tryNumber() >= 1, "the number of a try is less than 1");
        require(status.durationMs() >= 0, "a duration is negative");
        checkOutputs(status.outputs());
      }
      case JobComplete complete -> checkOutputs(complete.outputs());
      case AgentMessage.BreakerAcquire acquire -> checkStep(acquire.stepIndex());
      case AgentMessage _ -> {}
    }
  }

  private static void check(JobHeartbeat beat) {
    Progress progress = beat.progress();
    if (progress != null) {
      checkStep(progress.stepIndex());
      require(
          progress.percent() >= 0 && progress.percent() <= MAX_PERCENT,
          "a percentage is not between 0 and 100");
    }
    require(beat.logBytes() == null || beat.logBytes() >= 0, "a number of bytes is negative");
  }

  private static void checkStep(int index) {
    require(index >= 0 && index < LogFrame.MAX_STEPS, "there is no step with that index");
  }

  private static void checkOutputs(Map<String, String> outputs) {
    OutputLimits.breach(outputs)
        .ifPresent(why -> {
          throw new MalformedFrame("message rejected: " + why);
        });
  }

  private static void require(boolean isValid, String why) {
    if (!isValid) {
      throw new MalformedFrame("message rejected: " + why);
    }
  }

  private AgentMessageValidator() {}
}
