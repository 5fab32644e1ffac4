package dev.pawl.agent.steps;

import dev.pawl.agent.steps.StepExecutor.StepOutcome;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.classify.Failure;
import dev.pawl.core.classify.FailureRules;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.ServerMessage;
import java.util.List;

/// Whether a step has failed, and of what.
public final class FailureClassifier {

  private static final Classification NO_TOOL =
      new Classification(ReasonCode.CIRCUIT_OPEN, "none", "");

  private final FailureRules rules;

  public FailureClassifier(ServerMessage.Job job) {
    this.rules = DispatchedRules.of(job);
  }

  /// The row that a step takes which is over.
  public StepEvent row(StepState state, StepOutcome done, List<Integer> expected) {
    StepEnd end = done.end();
    if (done.how() == StepOutcome.How.CUT_OFF) {
      return StepEvent.CANCEL;
    }
    if (state == StepState.CANCELLING) {
      return end.ender() == Ender.KILLED ? StepEvent.CANCEL_FORCE : StepEvent.COMPLETE;
    }
    return switch (end.ender()) {
      case PROCESS ->
          done.refusal().isEmpty() && expected.contains(end.exitCode())
              ? StepEvent.SUCCEED
              : StepEvent.FAIL;
      case NOBODY, TIMEOUT -> StepEvent.FAIL;
      case TERMINATED, KILLED -> StepEvent.CANCEL;
    };
  }

  /// By the rules, where nobody has ended it: only then is the log the reason; or, where there was
  /// no process, why there was none.
  public Classification classified(StepOutcome done, StepEnd shown) {
    if (done.how() == StepOutcome.How.NO_TOOL) {
      return NO_TOOL;
    }
    return switch (shown.ender()) {
      case PROCESS ->
          rules.classify(
              new Failure(
                  shown.exitCode(),
                  SignalExitCode.signalName(shown.exitCode()),
                  Ender.PROCESS,
                  done.lines()));
      case NOBODY ->
          rules.classify(new Failure(null, null, Ender.NOBODY, List.of(shown.message())));
      case TIMEOUT -> Classification.TIMED_OUT;
      case TERMINATED, KILLED -> Classification.NONE;
    };
  }
}
