package dev.pawl.server.agents;

import dev.pawl.core.classify.Evidence;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.EngineCommand.Outcome;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.step.MessageText;
import dev.pawl.core.step.StepEnd;
import dev.pawl.core.step.StepName;
import dev.pawl.core.step.StepType;
import dev.pawl.expression.value.StorableText;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.JobAck;
import dev.pawl.protocol.AgentMessage.JobCancelAck;
import dev.pawl.protocol.AgentMessage.JobCommitReport;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobLost;
import dev.pawl.protocol.AgentMessage.JobReject;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.JobUploading;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.AgentMessage.StepStatus;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// Translates an agent's message into a command of the engine.
public final class LeaseMessageTranslator {

  /// The command; none if a field has an invalid value.
  public static Optional<EngineCommand> command(
      LeaseMessage message, LeaseRef lease, Actor agent, boolean hasSucceededBefore) {
    try {
      return Optional.of(translated(message, lease, agent, hasSucceededBefore));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static EngineCommand translated(
      LeaseMessage message, LeaseRef lease, Actor agent, boolean hasSucceededBefore) {
    return switch (message) {
      case JobHeartbeat _ -> new EngineCommand.RenewLease(lease, agent);
      case BreakerAcquire acquire ->
          new EngineCommand.AcquireTool(lease, agent, acquire.stepIndex());
      case JobAck _ -> new EngineCommand.AcknowledgeLease(lease, agent);
      case JobReject reject ->
          new EngineCommand.RejectLease(lease, agent, MessageText.of(reject.reason()));
      case JobCommitReport report -> new EngineCommand.ReportCommit(lease, agent, report.commit());
      case JobConcurrencyReport report ->
          new EngineCommand.ReportGroup(lease, agent, report.group());
      case JobStart _ -> new EngineCommand.StartAttempt(lease, agent);
      case StepStatus status -> step(status, lease, agent);
      case JobUploading _ -> new EngineCommand.BeginUpload(lease, agent);
      case JobComplete complete ->
          new EngineCommand.CompleteAttempt(
              lease,
              agent,
              Machine.ofWireName(Outcome.class, complete.status()),
              Machine.ofWireName(ReasonCode.class, complete.code()),
              MessageText.of(complete.reason()),
              storable(complete.outputs()),
              Optional.ofNullable(complete.evidence())
                  .map(its -> new Evidence(StepName.of(its.rule()), MessageText.of(its.line()))),
              hasSucceededBefore);
      case JobCancelAck _ -> new EngineCommand.AcknowledgeCancel(lease, agent);
      case JobLost lost ->
          new EngineCommand.LoseAttempt(lease, agent, MessageText.of(lost.reason()));
    };
  }

  /// What a job prints may be anything; what is stored may not.
  private static SequencedMap<String, String> storable(Map<String, String> outputs) {
    SequencedMap<String, String> storable = new LinkedHashMap<>();
    outputs.forEach((name, value) -> storable.put(StorableText.of(name), StorableText.of(value)));
    return storable;
  }

  private static EngineCommand step(StepStatus status, LeaseRef lease, Actor agent) {
    StepType type =
        StepType.ofWireName(status.stepType())
            .orElseThrow(() -> new IllegalArgumentException(status.stepType()));
    Integer exitCode = status.exitCode();
    var ender = Machine.ofWireName(StepEnd.Ender.class, status.endedBy());
    return new EngineCommand.ReportStep(
        lease,
        agent,
        status.stepIndex(),
        type,
        StepName.of(status.stepName()),
        Machine.ofWireName(StepState.class, status.state()),
        new StepEnd(exitCode == null ? 0 : exitCode, ender, MessageText.of(status.message())),
        classOf(status, ender));
  }

  private static ReasonCode classOf(StepStatus status, StepEnd.Ender ender) {
    if (status.code() != null) {
      return Machine.ofWireName(ReasonCode.class, status.code());
    }
    return ender == StepEnd.Ender.TIMEOUT ? ReasonCode.TIMEOUT : ReasonCode.USER;
  }

  private LeaseMessageTranslator() {}
}
