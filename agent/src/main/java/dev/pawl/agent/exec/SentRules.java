package dev.pawl.agent.exec;

import dev.pawl.core.classify.Rule;
import dev.pawl.core.classify.Rules;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.step.StepEnd;
import dev.pawl.protocol.FromServer;
import java.util.List;
import java.util.Optional;

/// The rules that came with a job, before the agent's own.
final class SentRules {

  static Rules of(FromServer.Job job) {
    return Rules.starter().before(all(job.rules().server())).before(all(job.rules().workflow()));
  }

  private static List<Rule> all(List<FromServer.Rule> sent) {
    return sent.stream().flatMap(rule -> understood(rule).stream()).toList();
  }

  /// One that this agent does not understand is left out: a newer server may know more classes.
  private static Optional<Rule> understood(FromServer.Rule sent) {
    try {
      return Optional.of(rule(sent));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Rule rule(FromServer.Rule sent) {
    List<StepEnd.Ender> enders =
        sent.endedBy().stream().map(one -> Machine.ofWireName(StepEnd.Ender.class, one)).toList();
    return new Rule(
        sent.name(),
        Machine.ofWireName(ReasonCode.class, sent.code()),
        new Rule.Conditions(sent.exitCodes(), sent.signals(), enders, sent.log()));
  }

  private SentRules() {}
}
