package dev.pawl.server.agents;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.CircuitBreakers;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.JobCommitReport;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobConcurrencyReport;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobUploading;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.AgentMessage.StepStatus;
import dev.pawl.protocol.ServerMessage;
import dev.pawl.protocol.ServerMessage.Ack;
import dev.pawl.protocol.ServerMessage.BreakerAnswer;
import dev.pawl.protocol.ServerMessage.JobCommitAck;
import dev.pawl.protocol.ServerMessage.JobCompleteAck;
import dev.pawl.protocol.ServerMessage.JobConcurrencyAck;
import dev.pawl.protocol.ServerMessage.JobHeartbeatAck;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Replies to agents. They are derived from the state after the decision, not from the decision: so
/// a duplicate message gets the same reply as the first.
public final class LeaseReplies {

  private final Deadlines deadlines;

  public LeaseReplies(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /// Whether a message is done, and acknowledged. A start that is refused is never acknowledged,
  /// however often it is repeated, because it must not happen. A refused report is, because it has
  /// no consequence.
  public static boolean isDone(Decision decision, LeaseMessage message) {
    return switch (decision) {
      case Decision.Accepted _, Decision.Late _ -> true;
      case Decision.Refused(var refusal) when refusal.code() == Refusal.Code.STALE_LEASE -> false;
      case Decision.Refused _ ->
          message instanceof StepStatus
              || message instanceof JobUploading
              || message instanceof BreakerAcquire;
    };
  }

  /// Replies to a message with a sequence number that was accepted, now or before.
  public List<ServerMessage> acknowledgement(SequencedMessage message, Run run, LeaseRef lease) {
    var ack = new Ack(message.leaseId(), message.seq());
    return switch (message) {
      case JobComplete _ -> List.of(ack, new JobCompleteAck(message.leaseId(), true));
      case JobCommitReport _ ->
          List.of(ack, new JobCommitAck(message.leaseId(), run.origin().source().commit()));
      case JobConcurrencyReport _ -> List.of(ack, ofGroup(message.leaseId(), run, lease));
      case SequencedMessage _ -> List.of(ack);
    };
  }

  /// An agent that keeps its lease continues. If the attempt waits for its group, the lease was
  /// given back; if it is over, the job is cancelled.
  private static JobConcurrencyAck ofGroup(String leaseId, Run run, LeaseRef lease) {
    if (LeaseLookup.isLive(run, lease)) {
      return new JobConcurrencyAck(leaseId, "proceed", "");
    }
    Attempt attempt = run.job(lease.attempt().job()).attempt();
    boolean isOver =
        attempt instanceof Attempt.Ended || attempt.number() != lease.attempt().attempt();
    return new JobConcurrencyAck(leaseId, isOver ? "cancel" : "wait", attempt.reason().message());
  }

  /// Reply to a heartbeat. It repeats a cancel, whose own message may be lost.
  public ServerMessage heartbeat(JobHeartbeat message, Run run, LeaseRef lease, Instant now) {
    Duration left =
        run.attemptUnder(lease)
            .filter(held -> held.state() == AttemptState.CANCELLING)
            .map(held -> {
              var job = run.job(lease.attempt().job()).planned();
              return Duration.between(now, held.since().plus(Deadlines.gracefulCancelLimit(job)));
            })
            .orElse(Duration.ZERO);
    boolean isCancelling =
        run.attemptUnder(lease).filter(it -> it.state() == AttemptState.CANCELLING).isPresent();
    return new JobHeartbeatAck(
        message.leaseId(),
        message.beat(),
        deadlines.leaseTtl().toSeconds(),
        isCancelling,
        false,
        Math.max(isCancelling ? 1 : 0, left.toSeconds()));
  }

  /// Reply to the request to use a tool. A tool without a breaker is always available.
  public static ServerMessage tool(
      BreakerAcquire message, Decision decision, Breaker breaker, Instant now) {
    boolean isAllowed =
        !(decision instanceof Decision.Refused(var refusal)
            && refusal.code() == Refusal.Code.TOOL_UNAVAILABLE);
    long wait =
        isAllowed ? 0 : CircuitBreakers.retryAfter(breaker, now).plusMillis(999).toSeconds();
    return new BreakerAnswer(
        message.leaseId(), message.stepIndex(), message.tool(), isAllowed, wait);
  }
}
