package dev.pawl.server.runtime;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Aggregate.Kind;
import dev.pawl.core.engine.Command;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Refusal;
import dev.pawl.core.lease.LeaseRef;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.protocol.FromAgent.BreakerAcquire;
import dev.pawl.protocol.FromAgent.JobComplete;
import dev.pawl.protocol.FromAgent.JobHeartbeat;
import dev.pawl.protocol.FromAgent.JobStart;
import dev.pawl.protocol.FromAgent.Numbered;
import dev.pawl.protocol.FromAgent.UnderLease;
import dev.pawl.protocol.FromServer.LeaseStale;
import java.util.Optional;

/// What an agent says under a lease, and what it is answered. A message under a lease that is over
/// moves nothing; one that comes again is answered as before; one that comes too early is asked for
/// again in its order. Owned by the loop.
final class Conversation {

  private final Settled settled;
  private final Cache cache;
  private final Decider decider;
  private final Standing standing;
  private final Answers answers;

  Conversation(Settled settled, Cache cache, Decider decider, Standing standing, Answers answers) {
    this.settled = settled;
    this.cache = cache;
    this.decider = decider;
    this.standing = standing;
    this.answers = answers;
  }

  void hear(Batch batch, UnderLease message, Linked from) {
    var id = new RunId(message.runId());
    Optional<LeaseRef> lease = lease(batch, id, message, from);
    if (lease.isEmpty()) {
      batch.tell(from.link(), new LeaseStale(message.leaseId(), "unknown", "run"));
    } else if (message instanceof Numbered numbered) {
      hearNumbered(batch, numbered, lease.get(), from);
    } else {
      heed(batch, message, lease.get(), from);
    }
  }

  /// The lease, as the newest state knows it: one that is unknown or over may be news elsewhere.
  private Optional<LeaseRef> lease(Batch batch, RunId id, UnderLease message, Linked from) {
    Optional<LeaseRef> lease = known(batch, id, message);
    boolean isLive = lease.filter(ref -> Standing.isLive(run(batch, id), ref)).isPresent();
    if (!isLive && batch.catchUp(id)) {
      lease = known(batch, id, message);
    }
    return lease.filter(ref -> isOf(from, run(batch, id), ref));
  }

  private Optional<LeaseRef> known(Batch batch, RunId id, UnderLease message) {
    return batch.run(id).flatMap(run -> standing.lease(run, message));
  }

  private static Run run(Batch batch, RunId id) {
    return batch.run(id).orElseThrow();
  }

  /// Nothing that an agent sends can name another agent's lease.
  private static boolean isOf(Linked from, Run run, LeaseRef lease) {
    return run.held(lease).map(held -> held.lease().agent().equals(from.agent())).orElse(true);
  }

  private void hearNumbered(Batch batch, Numbered message, LeaseRef lease, Linked from) {
    var id = new RunId(message.runId());
    Run run = run(batch, id);
    long expected = lastHeard(batch, message, lease, from) + 1;
    if (message.seq() < expected && message instanceof JobStart && !Standing.isLive(run, lease)) {
      // That answer would let a process start that nobody wants any more.
      batch.tell(from.link(), Standing.stale(run, lease, message.leaseId()));
    } else if (message.seq() < expected) {
      answers
          .acknowledgement(message, run, lease)
          .forEach(answer -> batch.tell(from.link(), answer));
    } else if (message.seq() > expected && Standing.isLive(run, lease)) {
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
  private long lastHeard(Batch batch, Numbered message, LeaseRef lease, Linked from) {
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

  private boolean hasSucceededBefore(UnderLease message) {
    return message instanceof JobComplete complete
        && complete.status().equals("failed")
        && settled.store().hasSucceeded(new RunId(message.runId()), message.jobId());
  }

  /// Decides it, and says whether it is done with. Answers what has no number.
  private boolean heed(Batch batch, UnderLease message, LeaseRef lease, Linked from) {
    var id = new RunId(message.runId());
    Optional<Command> command =
        Translation.command(message, lease, Actor.agent(from.agent()), hasSucceededBefore(message));
    if (command.isEmpty()) {
      batch.tell(() -> from.link().close("a message with a value that it cannot have"));
      return false;
    }
    if (decider.isQuarantined(id)) {
      return false; // not answered: it is neither so nor otherwise
    }
    Decision decision = decided(batch, id, command.get());
    if (!Answers.isHeeded(decision, message)) {
      batch.tell(from.link(), Standing.stale(run(batch, id), lease, message.leaseId()));
      return false;
    }
    switch (message) {
      case JobHeartbeat beat ->
          batch.tell(from.link(), answers.heartbeat(beat, run(batch, id), lease, batch.now()));
      case BreakerAcquire asked ->
          batch.tell(
              from.link(), Answers.tool(asked, decision, batch.breaker(asked.tool()), batch.now()));
      case Numbered _ -> {}
    }
    return true;
  }

  /// Nobody is told that a tool cannot be had by an old page.
  private Decision decided(Batch batch, RunId id, Command command) {
    Decision decision = decider.decide(batch, id, command);
    if (command instanceof Command.AcquireTool acquire
        && decision instanceof Decision.Refused(var refusal)
        && refusal.code() == Refusal.Code.TOOL_UNAVAILABLE) {
      var job = run(batch, id).job(acquire.lease().attempt().job()).planned();
      job.steps()
          .get(acquire.step())
          .policy()
          .tool()
          .ifPresent(tool -> cache.forget(new Conflict.On(Kind.BREAKER, tool)));
      return decider.decide(batch, id, command);
    }
    return decision;
  }
}
