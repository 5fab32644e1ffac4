package dev.pawl.agent.steps;

import dev.pawl.core.classify.FailureRule;
import dev.pawl.core.classify.FailureRules;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd;
import dev.pawl.protocol.ServerMessage;
import java.util.List;
import java.util.Optional;

/// The rules that came with a job, before the agent's own.
final class DispatchedRules {

  static FailureRules of(ServerMessage.Job job) {
    return FailureRules.starter()
        .before(all(job.rules().server()))
        .before(all(job.rules().workflow()));
  }

  private static List<FailureRule> all(List<ServerMessage.Rule> sent) {
    return sent.stream().flatMap(rule -> understood(rule).stream()).toList();
  }

  /// One that this agent does not understand is left out: a newer server may know more classes.
  private static Optional<FailureRule> understood(ServerMessage.Rule sent) {
    try {
      return Optional.of(rule(sent));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static FailureRule rule(ServerMessage.Rule sent) {
    List<StepEnd.Ender> enders =
        sent.endedBy().stream().map(one -> Machine.ofWireName(StepEnd.Ender.class, one)).toList();
    return new FailureRule(
        sent.name(),
        Machine.ofWireName(ReasonCode.class, sent.code()),
        new FailureRule.Conditions(sent.exitCodes(), sent.signals(), enders, sent.log()));
  }

  private DispatchedRules() {}
}
