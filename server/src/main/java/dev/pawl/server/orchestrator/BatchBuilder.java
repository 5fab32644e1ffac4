package dev.pawl.server.orchestrator;

import dev.pawl.core.identity.RunId;
import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.Decider;
import dev.pawl.server.decision.StaleCacheException;
import dev.pawl.server.effects.Outbox;
import dev.pawl.server.store.Store;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Decides requests into batches, and gives up requests that cannot be decided. Owned by the loop.
final class BatchBuilder {

  private static final int MOST_STALE = 2;

  private final Store store;
  private final LoopMemory memory;
  private final Decider decider;
  private final CommandRouter router;
  private final Outbox outbox;
  private volatile Instant servedSince = Instant.EPOCH; // read by any thread
  private final BooleanSupplier isDispatchPaused;
  private boolean hasMoreToGrant;

  BatchBuilder(
      Store store,
      LoopMemory memory,
      Decider decider,
      CommandRouter router,
      Outbox outbox,
      BooleanSupplier isDispatchPaused) {
    this.isDispatchPaused = isDispatchPaused;
    this.store = store;
    this.memory = memory;
    this.decider = decider;
    this.router = router;
    this.outbox = outbox;
  }

  /// Since when some orchestrator has been there to receive heartbeats, without a gap.
  void servedSince(Instant since) {
    servedSince = since;
  }

  Instant servedSince() {
    return servedSince;
  }

  /// Whether there may be more to grant than the last batch could.
  boolean hasMoreToGrant() {
    return hasMoreToGrant && outbox.allowsGrants();
  }

  /// Whether the request may be decided while the last batch is being committed.
  boolean canDecideDuringCommit(LoopRequest request) {
    return router.canDecideDuringCommit(request);
  }

  /// Decides a batch. A decision that fails may be the cache's fault, so it is made again by what
  /// the store says; only if it fails then too is it a bug, and its run quarantined.
  Batch build(BatchInput input) {
    for (int stale = 0; ; stale++) {
      decider.setRetryOnStaleCache(stale < MOST_STALE);
      try {
        return fill(new Batch(memory.cache(), store.now(), outbox.delivered()), input);
      } catch (StaleCacheException _) {
        memory.discard();
      }
    }
  }

  /// Decides the batch after `last` while that one is being committed, as if that commit had
  /// succeeded.
  ///
  /// @throws RuntimeException any exception; the same input is decided again after the commit
  Batch buildAhead(CommitPipeline.InFlight last, Instant now, BatchInput input) {
    try {
      decider.setRetryOnStaleCache(true);
      return fill(last.batch().next(now, outbox.delivered()), input);
    } catch (RuntimeException e) {
      memory.dispatcher().rollback(last.dispatcherUndoMark());
      hasMoreToGrant = true;
      throw e;
    }
  }

  /// First the requests, then the deadlines: a heartbeat that has arrived counts before its lease
  /// expires. Then the leases that can be granted, to the agents that this has freed; none while
  /// dispatches wait for room, because their agents would not confirm them in time.
  private Batch fill(Batch batch, BatchInput input) {
    input.requests().forEach(request -> router.handle(batch, request));
    input.dueRuns().forEach(due -> decider.tick(batch, due.run(), servedSince));
    hasMoreToGrant = false; // if it fails, not before the next poll
    hasMoreToGrant =
        !isDispatchPaused.getAsBoolean()
            && (!outbox.allowsGrants()
                || memory.dispatcher().grant(batch, decider, input.grants()));
    return batch;
  }

  /// Takes over which runs the store says are quarantined.
  void refreshQuarantine() {
    decider.refreshQuarantine();
  }

  /// Quarantines a run; see [Decider#quarantine].
  boolean quarantine(RunId run, RuntimeException reason) {
    return decider.quarantine(run, reason);
  }

  /// Gives the requests up, with all that the loop remembers. The requesters learn only that it
  /// failed: people ask again, agents repeat their messages, and effects are found again.
  void abandon(List<LoopRequest> requests, RuntimeException reason) {
    memory.discard();
    requests.forEach(request -> router.abandon(request, reason));
  }
}
