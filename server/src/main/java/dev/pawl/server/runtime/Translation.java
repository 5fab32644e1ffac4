package dev.pawl.server.runtime;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.plan.Ordered;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepType;
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
import dev.pawl.protocol.FromAgent.StepStatus;
import dev.pawl.protocol.FromAgent.UnderLease;
import java.util.Optional;

/// What an agent's message means to the engine.
final class Translation {

  /// The message as a command; none if a field has a value that it cannot have.
  static Optional<Command> command(
      UnderLease message, LeaseRef lease, Actor agent, boolean hasSucceededBefore) {
    try {
      return Optional.of(translated(message, lease, agent, hasSucceededBefore));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Command translated(
      UnderLease message, LeaseRef lease, Actor agent, boolean hasSucceededBefore) {
    return switch (message) {
      case JobHeartbeat _ -> new Command.RenewLease(lease, agent);
      case BreakerAcquire acquire -> new Command.AcquireTool(lease, agent, acquire.stepIndex());
      case JobAck _ -> new Command.AcknowledgeLease(lease, agent);
      case JobReject reject -> new Command.RejectLease(lease, agent, reject.reason());
      case JobConcurrencyReport report -> new Command.ReportGroup(lease, agent, report.group());
      case JobStart _ -> new Command.StartAttempt(lease, agent);
      case StepStatus status -> step(status, lease, agent);
      case JobUploading _ -> new Command.BeginUpload(lease, agent);
      case JobComplete complete ->
          new Command.CompleteAttempt(
              lease,
              agent,
              Machine.ofWireName(Outcome.class, complete.status()),
              Machine.ofWireName(ReasonCode.class, complete.code()),
              complete.reason(),
              Ordered.copyOf(complete.outputs()),
              Optional.ofNullable(complete.evidence())
                  .map(its -> new Evidence(its.rule(), its.line())),
              hasSucceededBefore);
      case JobCancelAck _ -> new Command.AcknowledgeCancel(lease, agent);
      case JobLost lost -> new Command.LoseAttempt(lease, agent, lost.reason());
    };
  }

  private static Command step(StepStatus status, LeaseRef lease, Actor agent) {
    StepType type =
        StepType.ofWireName(status.stepType())
            .orElseThrow(() -> new IllegalArgumentException(status.stepType()));
    Integer exitCode = status.exitCode();
    var ender = Machine.ofWireName(StepEnd.Ender.class, status.endedBy());
    return new Command.ReportStep(
        lease,
        agent,
        status.stepIndex(),
        type,
        status.stepName(),
        Machine.ofWireName(StepState.class, status.state()),
        new StepEnd(exitCode == null ? 0 : exitCode, ender, status.message()),
        classOf(status, ender));
  }

  private static ReasonCode classOf(StepStatus status, StepEnd.Ender ender) {
    if (status.code() != null) {
      return Machine.ofWireName(ReasonCode.class, status.code());
    }
    return ender == StepEnd.Ender.TIMEOUT ? ReasonCode.TIMEOUT : ReasonCode.USER;
  }

  private Translation() {}
}
