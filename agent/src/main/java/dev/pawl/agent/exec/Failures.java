package dev.pawl.agent.exec;

import dev.pawl.agent.exec.StepExecution.Done;
import dev.pawl.core.classify.Classification;
import dev.pawl.core.classify.Failure;
import dev.pawl.core.classify.Rules;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepEvent;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepEnd.Ender;
import dev.pawl.protocol.FromServer;
import java.util.List;

/// Whether a step has failed, and of what.
final class Failures {

  private static final Classification NO_TOOL =
      new Classification(ReasonCode.CIRCUIT_OPEN, "none", "");

  private final Rules rules;

  Failures(FromServer.Job job) {
    this.rules = SentRules.of(job);
  }

  /// The row that a step takes which is over.
  StepEvent row(StepState state, Done done, List<Integer> expected) {
    StepEnd end = done.end();
    if (done.how() == Done.How.CUT_OFF) {
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
  Classification classified(Done done, StepEnd shown) {
    if (done.how() == Done.How.NO_TOOL) {
      return NO_TOOL;
    }
    return switch (shown.ender()) {
      case PROCESS ->
          rules.classify(
              new Failure(
                  shown.exitCode(),
                  ExitCode.signalName(shown.exitCode()),
                  Ender.PROCESS,
                  done.lines()));
      case NOBODY ->
          rules.classify(new Failure(null, null, Ender.NOBODY, List.of(shown.message())));
      case TIMEOUT -> Classification.TIMED_OUT;
      case TERMINATED, KILLED -> Classification.NONE;
    };
  }
}
