package dev.pawl.server.runtime;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Command.Outcome;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.lifecycle.ReasonCode;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.StepEnd;
import dev.pawl.protocol.FromAgent.JobAck;
import dev.pawl.protocol.FromAgent.JobCancelAck;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.JobReject;
import dev.pawl.protocol.FromAgent.JobStart;
import dev.pawl.protocol.FromAgent.StepStatus;
import dev.pawl.protocol.FromAgent.UnderLease;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/// What an agent's message means to the engine. The lease id decides which lease it speaks under,
/// if any; nothing else that the agent says does.
final class AgentDesk {

  private final LeaseIds leaseIds;

  AgentDesk(LeaseIds leaseIds) {
    this.leaseIds = leaseIds;
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

  /// The message as a command.
  ///
  /// @throws IllegalArgumentException if a field has a value that it cannot have
  static Command command(UnderLease message, LeaseRef lease, Actor agent) {
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
              constant(StepState.class, status.state()),
              end(status));
      case JobComplete complete ->
          new Command.CompleteAttempt(
              lease,
              agent,
              constant(Outcome.class, complete.status()),
              constant(ReasonCode.class, complete.code()),
              complete.reason());
      case JobCancelAck _ -> new Command.AcknowledgeCancel(lease, agent);
    };
  }

  private static StepEnd end(StepStatus status) {
    Integer exitCode = status.exitCode();
    return new StepEnd(
        exitCode == null ? 0 : exitCode,
        constant(StepEnd.Ender.class, status.endedBy()),
        status.message());
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String wire) {
    return Enum.valueOf(type, wire.toUpperCase(Locale.ROOT));
  }
}
