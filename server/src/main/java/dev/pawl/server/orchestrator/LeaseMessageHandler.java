package dev.pawl.server.orchestrator;

import dev.pawl.core.breaker.Breaker;
import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.run.Run;
import dev.pawl.protocol.AgentMessage.BreakerAcquire;
import dev.pawl.protocol.AgentMessage.JobComplete;
import dev.pawl.protocol.AgentMessage.JobHeartbeat;
import dev.pawl.protocol.AgentMessage.JobStart;
import dev.pawl.protocol.AgentMessage.LeaseMessage;
import dev.pawl.protocol.AgentMessage.SequencedMessage;
import dev.pawl.protocol.ServerMessage.LeaseStale;
import dev.pawl.server.agents.ConnectedAgent;
import dev.pawl.server.agents.LeaseLookup;
import dev.pawl.server.agents.LeaseMessageTranslator;
import dev.pawl.server.agents.LeaseReplies;
import dev.pawl.server.decision.AggregateCache;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.CommittedStoreView;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.metrics.OrchestratorCounters;
import dev.pawl.server.store.AggregateKey;
import java.util.Optional;

/// Handles the messages that agents send under a lease, and replies to them. Owned by the loop.
///
/// A message under a lease that is over changes nothing. A duplicate is answered as the first time.
/// After a gap in the sequence numbers the missing messages are requested again.
final class LeaseMessageHandler {

  private final CommittedStoreView view;
  private final AggregateCache cache;
  private final Decider decider;
  private final LeaseLookup leases;
  private final LeaseReplies replies;
  private final OrchestratorCounters counters;

  LeaseMessageHandler(
      CommittedStoreView view,
      AggregateCache cache,
      Decider decider,
      LeaseLookup leases,
      LeaseReplies replies,
      OrchestratorCounters counters) {
    this.view = view;
    this.cache = cache;
    this.decider = decider;
    this.leases = leases;
    this.replies = replies;
    this.counters = counters;
  }

  void handle(Batch batch, LeaseMessage message, ConnectedAgent from) {
    var id = new RunId(message.runId());
    Optional<LeaseRef> lease = lease(batch, id, message, from);
    if (lease.isEmpty()) {
      batch.send(from.link(), new LeaseStale(message.leaseId(), "unknown", "run"));
      countLate(batch);
    } else if (message instanceof SequencedMessage sequenced) {
      handleSequenced(batch, sequenced, lease.get(), from);
    } else {
      decide(batch, message, lease.get(), from);
    }
  }

  /// The lease, in the newest state: another orchestrator may have granted one that is unknown
  /// here, or that seems to be over.
  private Optional<LeaseRef> lease(
      Batch batch, RunId id, LeaseMessage message, ConnectedAgent from) {
    Optional<LeaseRef> lease = find(batch, id, message);
    boolean isLive = lease.filter(ref -> LeaseLookup.isLive(run(batch, id), ref)).isPresent();
    if (!isLive && batch.refresh(id)) {
      lease = find(batch, id, message);
    }
    return lease.filter(ref -> belongsTo(from, run(batch, id), ref));
  }

  private Optional<LeaseRef> find(Batch batch, RunId id, LeaseMessage message) {
    return batch.run(id).flatMap(run -> leases.find(run, message));
  }

  private static Run run(Batch batch, RunId id) {
    return batch.run(id).orElseThrow();
  }

  /// Whether the lease is the agent's own: none can speak under the lease of another.
  private static boolean belongsTo(ConnectedAgent from, Run run, LeaseRef lease) {
    return run.attemptUnder(lease).map(held -> held.lease().agent().equals(from.id())).orElse(true);
  }

  private void handleSequenced(
      Batch batch, SequencedMessage message, LeaseRef lease, ConnectedAgent from) {
    var id = new RunId(message.runId());
    Run run = run(batch, id);
    long expected = lastSequence(batch, message, lease, from) + 1;
    if (message.seq() < expected
        && message instanceof JobStart
        && !LeaseLookup.isLive(run, lease)) {
      // The acknowledgement would start the process of a lease that has ended.
      batch.send(from.link(), LeaseLookup.stale(run, lease, message.leaseId()));
      countLate(batch);
    } else if (message.seq() < expected) {
      replies.acknowledgement(message, run, lease).forEach(reply -> batch.send(from.link(), reply));
    } else if (message.seq() > expected && LeaseLookup.isLive(run, lease)) {
      batch.reply(() -> from.requestResend(id, lease, message.leaseId(), expected));
    } else if (decide(batch, message, lease, from)) {
      batch.recordSequence(id, lease, message.seq());
      batch.reply(() -> from.recordSequence(id, lease, message.seq()));
      replies
          .acknowledgement(message, run(batch, id), lease)
          .forEach(reply -> batch.send(from.link(), reply));
    }
  }

  /// The last number that was accepted. The store is asked once a connection: until then another
  /// orchestrator may have accepted more.
  private long lastSequence(
      Batch batch, SequencedMessage message, LeaseRef lease, ConnectedAgent from) {
    var id = new RunId(message.runId());
    return batch
        .lastSequence(id, lease)
        .orElseGet(() ->
            from.lastSequence(id, lease)
                .orElseGet(() -> {
                  long stored = view.store().lastSeq(id, lease);
                  from.recordSequence(id, lease, stored);
                  return stored;
                }));
  }

  private boolean hasSucceededBefore(LeaseMessage message) {
    return message instanceof JobComplete complete
        && complete.status().equals("failed")
        && view.store().hasSucceeded(new RunId(message.runId()), message.jobId());
  }

  /// Decides a message, and replies if it has no number. Returns whether it is done.
  private boolean decide(Batch batch, LeaseMessage message, LeaseRef lease, ConnectedAgent from) {
    var id = new RunId(message.runId());
    Optional<EngineCommand> command =
        LeaseMessageTranslator.command(
            message, lease, Actor.agent(from.id()), hasSucceededBefore(message));
    if (command.isEmpty()) {
      batch.reply(() -> from.link().close("a message has an invalid value"));
      return false;
    }
    Decision decision = decideByNewestBreaker(batch, id, command.get());
    if (decider.isQuarantined(id)) {
      return false; // no reply: nothing is decided about it, maybe because of this very message
    }
    if (!LeaseReplies.isDone(decision, message)) {
      batch.send(from.link(), LeaseLookup.stale(run(batch, id), lease, message.leaseId()));
      countLate(batch);
      return false;
    }
    switch (message) {
      case JobHeartbeat beat ->
          batch.send(from.link(), replies.heartbeat(beat, run(batch, id), lease, batch.now()));
      case BreakerAcquire acquire ->
          batch.send(
              from.link(),
              LeaseReplies.tool(
                  acquire, decision, breaker(batch, id, acquire.tool()), batch.now()));
      case SequencedMessage _ -> {}
    }
    return true;
  }

  private void countLate(Batch batch) {
    batch.reply(() -> counters.late(LeaseMachine.MACHINE.name()));
  }

  private static Breaker breaker(Batch batch, RunId id, String tool) {
    return batch.breaker(Breaker.keyOf(run(batch, id).origin().org(), tool));
  }

  /// Decides again by the newest breaker before the agent gets the reply that a tool is
  /// unavailable.
  private Decision decideByNewestBreaker(Batch batch, RunId id, EngineCommand command) {
    Decision decision = decider.decide(batch, id, command);
    if (command instanceof EngineCommand.AcquireTool acquire
        && decision instanceof Decision.Refused(var refusal)
        && refusal.code() == Refusal.Code.TOOL_UNAVAILABLE) {
      Run run = run(batch, id);
      var job = run.job(acquire.lease().attempt().job()).planned();
      job.steps()
          .get(acquire.step())
          .policy()
          .tool()
          .map(tool -> Breaker.keyOf(run.origin().org(), tool))
          .ifPresent(key -> cache.forget(new AggregateKey(Kind.BREAKER, key)));
      return decider.decide(batch, id, command);
    }
    return decision;
  }
}
