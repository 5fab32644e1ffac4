package dev.pawl.server.orchestrator;

import dev.pawl.server.decision.Batch;
import dev.pawl.server.decision.StaleCacheException;
import java.time.Instant;

/// Makes batches of what is to be decided. Owned by the loop.
final class BatchBuilder {

  private static final int MOST_SUSPICIONS = 2;

  private final LoopComponents parts;
  private Instant servedSince = Instant.EPOCH;
  private boolean hasMoreToGrant;

  BatchBuilder(LoopComponents parts) {
    this.parts = parts;
  }

  /// Since when somebody has been there to hear of leases, without a gap.
  void servedSince(Instant since) {
    servedSince = since;
  }

  /// Whether there may be more to grant than the last batch could.
  boolean hasMoreToGrant() {
    return hasMoreToGrant;
  }

  /// A batch that is decided by what can be trusted.
  Batch trusted(BatchInput work) {
    for (int suspicions = 0; ; suspicions++) {
      parts.decider.trust(suspicions < MOST_SUSPICIONS);
      try {
        return filled(new Batch(parts.cache, parts.store.now(), parts.outbox.delivered()), work);
      } catch (StaleCacheException _) {
        parts.takeBack();
      }
    }
  }

  /// One that is decided while `last` is being committed.
  ///
  /// @throws RuntimeException whatever it is: it comes again when it is decided in its turn
  Batch ahead(InFlightCommit last, Instant now, BatchInput work) {
    try {
      parts.decider.trust(true);
      return filled(last.batch().next(now, parts.outbox.delivered()), work);
    } catch (RuntimeException e) {
      parts.dispatcher.rollback(last.learned());
      hasMoreToGrant = true;
      throw e;
    }
  }

  /// What has arrived, then what is due: a sign of life that has come is heard before its time is
  /// over. Then what can be granted, to whomever that has freed.
  private Batch filled(Batch batch, BatchInput work) {
    work.asked().forEach(asked -> parts.handling.handle(batch, asked));
    work.ticks().forEach(one -> parts.decider.tick(batch, one.run(), servedSince));
    hasMoreToGrant = parts.dispatcher.grant(batch, parts.decider, work.grants());
    return batch;
  }
}
