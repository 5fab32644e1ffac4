package dev.pawl.agent.steps;

import dev.pawl.core.classify.Classification;
import dev.pawl.core.classify.Failure;
import dev.pawl.core.classify.FailureRules;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.MessageText;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.ServerMessage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides whether a step has failed, and classifies the failure by the rules of the workflow, of
/// the server and of the agent, in this order.
public final class FailureClassifier {

  private static final Classification TOOL_UNAVAILABLE =
      new Classification(ReasonCode.CIRCUIT_OPEN, "none", "");

  /// The rule in the evidence of a step that the agent rejects: it exceeds a limit, or uses a
  /// command that is disabled.
  private static final String REJECTED = "rejected";

  /// Shells return this and the number of the signal for a process that a signal has ended.
  private static final int SIGNAL_OFFSET = 128;

  private static final Map<Integer, String> SIGNAL_NAMES =
      Map.of(
          1, "HUP", 2, "INT", 3, "QUIT", 4, "ILL", 6, "ABRT", 7, "BUS", 8, "FPE", 9, "KILL", 11,
          "SEGV", 15, "TERM");

  private final FailureRules rules;

  public FailureClassifier(ServerMessage.Rules dispatched) {
    this.rules = FailureRules.starter().before(dispatched.server()).before(dispatched.workflow());
  }

  /// The event that ends a step.
  ///
  /// @param expected the exit codes that count as success
  public StepEvent endEvent(StepState state, StepOutcome outcome, List<Integer> expected) {
    StepEnd end = outcome.end();
    if (outcome.kind() == StepOutcome.Kind.STOPPED_BEFORE_RETRY) {
      return StepEvent.CANCEL;
    }
    if (state == StepState.CANCELLING) {
      return end.ender() == Ender.KILLED ? StepEvent.CANCEL_FORCE : StepEvent.COMPLETE;
    }
    return switch (end.ender()) {
      case PROCESS ->
          outcome.rejection().isEmpty() && expected.contains(end.exitCode())
              ? StepEvent.SUCCEED
              : StepEvent.FAIL;
      case NOBODY, TIMEOUT -> StepEvent.FAIL;
      case TERMINATED, KILLED -> StepEvent.CANCEL;
    };
  }

  /// Classifies a failure. The log is searched only if the process ended by itself; where no
  /// process was started, the reason for that is searched instead.
  ///
  /// @param end the masked end of the step
  public Classification classify(StepOutcome outcome, StepEnd end) {
    if (outcome.kind() == StepOutcome.Kind.TOOL_UNAVAILABLE) {
      return TOOL_UNAVAILABLE;
    }
    if (!outcome.rejection().isEmpty() && end.ender() == Ender.PROCESS) {
      return new Classification(ReasonCode.USER, REJECTED, MessageText.of(outcome.rejection()));
    }
    return switch (end.ender()) {
      case PROCESS ->
          rules.classify(
              new Failure(
                  end.exitCode(), signalName(end.exitCode()), Ender.PROCESS, outcome.lines()));
      case NOBODY -> rules.classify(new Failure(null, null, Ender.NOBODY, List.of(end.message())));
      case TIMEOUT -> Classification.TIMED_OUT;
      case TERMINATED, KILLED -> Classification.NONE;
    };
  }

  /// The signal that an exit code stands for, without `SIG`. A shell returns such a code for a
  /// child that a signal has ended; for a failure that is as good as the signal itself.
  private static @Nullable String signalName(int exitCode) {
    return SIGNAL_NAMES.get(exitCode - SIGNAL_OFFSET);
  }
}
