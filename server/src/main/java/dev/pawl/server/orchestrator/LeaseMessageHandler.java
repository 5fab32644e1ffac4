package dev.pawl.server.orchestrator;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.command.Refusal;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate.Kind;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.core.identity.RunId;
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
import dev.pawl.server.store.CommitConflict;
import java.util.Optional;

/// What an agent says under a lease, and what it is answered. A message under a lease that is over
/// moves nothing; one that comes again is answered as before; one that comes too early is asked for
/// again in its order. Owned by the loop.
final class LeaseMessageHandler {

  private final CommittedStoreView settled;
  private final AggregateCache cache;
  private final Decider decider;
  private final LeaseLookup standing;
  private final LeaseReplies answers;

  LeaseMessageHandler(
      CommittedStoreView settled,
      AggregateCache cache,
      Decider decider,
      LeaseLookup standing,
      LeaseReplies answers) {
    this.settled = settled;
    this.cache = cache;
    this.decider = decider;
    this.standing = standing;
    this.answers = answers;
  }

  void hear(Batch batch, LeaseMessage message, ConnectedAgent from) {
    var id = new RunId(message.runId());
    Optional<LeaseRef> lease = lease(batch, id, message, from);
    if (lease.isEmpty()) {
      batch.tell(from.link(), new LeaseStale(message.leaseId(), "unknown", "run"));
    } else if (message instanceof SequencedMessage numbered) {
      hearNumbered(batch, numbered, lease.get(), from);
    } else {
      heed(batch, message, lease.get(), from);
    }
  }

  /// The lease, as the newest state knows it: one that is unknown or over may be news elsewhere.
  private Optional<LeaseRef> lease(
      Batch batch, RunId id, LeaseMessage message, ConnectedAgent from) {
    Optional<LeaseRef> lease = known(batch, id, message);
    boolean isLive = lease.filter(ref -> LeaseLookup.isLive(run(batch, id), ref)).isPresent();
    if (!isLive && batch.catchUp(id)) {
      lease = known(batch, id, message);
    }
    return lease.filter(ref -> isOf(from, run(batch, id), ref));
  }

  private Optional<LeaseRef> known(Batch batch, RunId id, LeaseMessage message) {
    return batch.run(id).flatMap(run -> standing.lease(run, message));
  }

  private static Run run(Batch batch, RunId id) {
    return batch.run(id).orElseThrow();
  }

  /// Nothing that an agent sends can name another agent's lease.
  private static boolean isOf(ConnectedAgent from, Run run, LeaseRef lease) {
    return run.attemptUnder(lease)
        .map(held -> held.lease().agent().equals(from.agent()))
        .orElse(true);
  }

  private void hearNumbered(
      Batch batch, SequencedMessage message, LeaseRef lease, ConnectedAgent from) {
    var id = new RunId(message.runId());
    Run run = run(batch, id);
    long expected = lastHeard(batch, message, lease, from) + 1;
    if (message.seq() < expected
        && message instanceof JobStart
        && !LeaseLookup.isLive(run, lease)) {
      // That answer would let a process start that nobody wants any more.
      batch.tell(from.link(), LeaseLookup.stale(run, lease, message.leaseId()));
    } else if (message.seq() < expected) {
      answers
          .acknowledgement(message, run, lease)
          .forEach(answer -> batch.tell(from.link(), answer));
    } else if (message.seq() > expected && LeaseLookup.isLive(run, lease)) {
      batch.tell(() -> from.resend(id, lease, message.leaseId(), expected));
    } else if (heed(batch, message, lease, from)) {
      batch.hear(id, lease, message.seq());
      batch.tell(() -> from.heard(id, lease, message.seq()));
      answers
          .acknowledgement(message, run(batch, id), lease)
          .forEach(answer -> batch.tell(from.link(), answer));
    }
  }

  /// The store is asked once a connection: until then another orchestrator may have heard more.
  private long lastHeard(
      Batch batch, SequencedMessage message, LeaseRef lease, ConnectedAgent from) {
    var id = new RunId(message.runId());
    return batch
        .lastHeard(id, lease)
        .orElseGet(() ->
            from.lastHeard(id, lease)
                .orElseGet(() -> {
                  long stored = settled.store().lastSeq(id, lease);
                  from.heard(id, lease, stored);
                  return stored;
                }));
  }

  private boolean hasSucceededBefore(LeaseMessage message) {
    return message instanceof JobComplete complete
        && complete.status().equals("failed")
        && settled.store().hasSucceeded(new RunId(message.runId()), message.jobId());
  }

  /// Decides it, and says whether it is done with. Answers what has no number.
  private boolean heed(Batch batch, LeaseMessage message, LeaseRef lease, ConnectedAgent from) {
    var id = new RunId(message.runId());
    Optional<EngineCommand> command =
        LeaseMessageTranslator.command(
            message, lease, Actor.agent(from.agent()), hasSucceededBefore(message));
    if (command.isEmpty()) {
      batch.tell(() -> from.link().close("a message with a value that it cannot have"));
      return false;
    }
    if (decider.isQuarantined(id)) {
      return false; // not answered: it is neither so nor otherwise
    }
    Decision decision = decided(batch, id, command.get());
    if (!LeaseReplies.isHeeded(decision, message)) {
      batch.tell(from.link(), LeaseLookup.stale(run(batch, id), lease, message.leaseId()));
      return false;
    }
    switch (message) {
      case JobHeartbeat beat ->
          batch.tell(from.link(), answers.heartbeat(beat, run(batch, id), lease, batch.now()));
      case BreakerAcquire asked ->
          batch.tell(
              from.link(),
              LeaseReplies.tool(asked, decision, batch.breaker(asked.tool()), batch.now()));
      case SequencedMessage _ -> {}
    }
    return true;
  }

  /// Nobody is told that a tool cannot be had by an old page.
  private Decision decided(Batch batch, RunId id, EngineCommand command) {
    Decision decision = decider.decide(batch, id, command);
    if (command instanceof EngineCommand.AcquireTool acquire
        && decision instanceof Decision.Refused(var refusal)
        && refusal.code() == Refusal.Code.TOOL_UNAVAILABLE) {
      var job = run(batch, id).job(acquire.lease().attempt().job()).planned();
      job.steps()
          .get(acquire.step())
          .policy()
          .tool()
          .ifPresent(tool -> cache.forget(new CommitConflict.AggregateKey(Kind.BREAKER, tool)));
      return decider.decide(batch, id, command);
    }
    return decision;
  }
}
