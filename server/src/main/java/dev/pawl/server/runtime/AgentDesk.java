package dev.pawl.server.runtime;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
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
import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromAgent.StepStatus;
import dev.pawl.protocol.FromAgent.UnderLease;
import dev.pawl.protocol.FromServer.Ack;
import dev.pawl.protocol.FromServer.JobCompleteAck;
import dev.pawl.protocol.FromServer.JobHeartbeatAck;
import dev.pawl.protocol.FromServer.LeaseStale;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// What an agent's message means to the engine. The lease id decides which lease it speaks under,
/// if any; nothing else that the agent says does.
final class AgentDesk {

  private final LeaseIds leaseIds;
  private final Duration leaseTtl;

  AgentDesk(LeaseIds leaseIds, Duration leaseTtl) {
    this.leaseIds = leaseIds;
    this.leaseTtl = leaseTtl;
  }

  /// Whether the message is done with. What a refused one asked for must not happen, so a start
  /// that is refused is never acknowledged, however often it is repeated. Only a report about a
  /// step may be wrong without consequence.
  static boolean isHeeded(Decision decision, UnderLease message) {
    return !(decision instanceof Decision.Refused(var refusal))
        || (message instanceof StepStatus && refusal.code() != Refusal.Code.STALE_LEASE);
  }

  /// Says what was decided: what is not heeded is answered as if the lease were over.
  void answer(Decision decision, UnderLease message, AgentLink link) {
    if (!isHeeded(decision, message)) {
      link.send(new LeaseStale(message.leaseId(), "revoked", "none"));
      return;
    }
    switch (message) {
      case JobHeartbeat heartbeat ->
          link.send(
              new JobHeartbeatAck(
                  heartbeat.leaseId(), heartbeat.beat(), leaseTtl.toSeconds(), false, false, 0));
      case Numbered numbered -> acknowledge(numbered, link);
      case BreakerAcquire _ -> {} // refused already: no command says it
    }
  }

  static void acknowledge(Numbered message, AgentLink link) {
    link.send(new Ack(message.leaseId(), message.seq()));
    if (message instanceof JobComplete) {
      link.send(new JobCompleteAck(message.leaseId(), true));
    }
  }

  /// The lease that the message speaks under, live or over; none if there never was one.
  Optional<LeaseRef> lease(Run run, UnderLease message) {
    for (int index = 0; index < run.jobs().size(); index++) {
      if (run.plan().job(index).id().equals(message.jobId())) {
        var ref = new AttemptRef(index, message.attempt());
        int newest = run.current(ref).map(attempt -> attempt.leases()).orElse(0);
        OptionalInt number =
            leaseIds.number(run.id(), new LeaseRef(ref, newest), message.leaseId());
        return number.isPresent()
            ? Optional.of(new LeaseRef(ref, number.getAsInt()))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /// Whether the lease is the one that its attempt has now.
  static boolean isLive(Run run, LeaseRef lease) {
    return run.current(lease.attempt()).orElse(null) instanceof Attempt.WithAgent held
        && held.lease().number() == lease.number();
  }

  /// The message as a command; none if a field has a value that it cannot have.
  static Optional<Command> command(UnderLease message, LeaseRef lease, Actor agent) {
    try {
      return Optional.of(translated(message, lease, agent));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static Command translated(UnderLease message, LeaseRef lease, Actor agent) {
    return switch (message) {
      case JobHeartbeat _ -> new Command.RenewLease(lease, agent);
      case JobAck _ -> new Command.AcknowledgeLease(lease, agent);
      case JobReject reject -> new Command.RejectLease(lease, agent, reject.reason());
      case JobStart _ -> new Command.StartAttempt(lease, agent);
      case StepStatus status ->
          new Command.ReportStep(
              lease,
              agent,
              status.stepIndex(),
              Machine.ofWireName(StepState.class, status.state()),
              end(status));
      case JobComplete complete ->
          new Command.CompleteAttempt(
              lease,
              agent,
              Machine.ofWireName(Outcome.class, complete.status()),
              Machine.ofWireName(ReasonCode.class, complete.code()),
              complete.reason());
      case JobCancelAck _ -> new Command.AcknowledgeCancel(lease, agent);
      case JobConcurrencyReport _, JobUploading _, JobLost _, BreakerAcquire _ ->
          throw new IllegalArgumentException("nothing that this server asked for");
    };
  }

  private static StepEnd end(StepStatus status) {
    Integer exitCode = status.exitCode();
    return new StepEnd(
        exitCode == null ? 0 : exitCode,
        Machine.ofWireName(StepEnd.Ender.class, status.endedBy()),
        status.message());
  }
}
