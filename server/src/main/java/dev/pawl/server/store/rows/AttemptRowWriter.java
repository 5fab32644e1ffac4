package dev.pawl.server.store.rows;

import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.lifecycle.AttemptEvent;
import dev.pawl.core.lifecycle.AttemptMachine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.Reason;
import dev.pawl.core.run.Run;
import dev.pawl.server.store.codec.StoreCodec;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.TableWrites;
import dev.pawl.server.store.jdbc.WriteBatch;
import java.time.Instant;
import java.util.Optional;

/// Writes rows of table `attempt`, and of the queue of attempts that wait for an agent.
final class AttemptRowWriter {

  private static final String QUEUED = Machine.wireName(AttemptState.QUEUED);

  private final TableWrites attempts;
  private final TableWrites ready;

  AttemptRowWriter(WriteBatch writes) {
    this.attempts = writes.table(SqlTable.ATTEMPT);
    this.ready = writes.table(SqlTable.READY);
  }

  void insert(String run, AttemptRef ref, Reason reason, Optional<Instant> until, Instant at) {
    attempts.insert(
        run,
        ref.job(),
        ref.attempt(),
        "pending",
        Machine.wireName(reason.code()),
        reason.message(),
        at,
        until.orElse(null),
        null,
        null);
  }

  /// A transition of an attempt.
  ///
  /// @param until when its wait timer or retry backoff ends, if it has one
  record AttemptTransition(
      AttemptRef attempt,
      AttemptEvent event,
      String from,
      String to,
      Optional<Instant> until,
      Reason reason) {}

  void transition(Run run, AttemptTransition move, Instant at) {
    AttemptRef ref = move.attempt();
    boolean starts = move.event() == AttemptEvent.START;
    boolean ends =
        AttemptMachine.MACHINE.isTerminal(Machine.ofWireName(AttemptState.class, move.to()));
    attempts.update(
        run.id().value(),
        ref.job(),
        ref.attempt(),
        move.to(),
        Machine.wireName(move.reason().code()),
        move.reason().message(),
        at,
        move.until().orElse(null),
        starts ? at : null,
        ends ? at : null);
    if (move.to().equals(QUEUED)) {
      enqueue(run, ref, at);
    } else if (move.from().equals(QUEUED)) {
      ready.delete(run.id().value(), ref.job(), ref.attempt());
    }
  }

  private void enqueue(Run run, AttemptRef ref, Instant at) {
    var planned = run.job(ref.job()).planned();
    ready.insert(
        run.id().value(),
        ref.job(),
        ref.attempt(),
        at,
        run.origin().source().repository(),
        run.origin().owner(),
        planned.policy().priority(),
        StoreCodec.encodeTexts(planned.runsOn()),
        planned.policy().hasKnownGroup() ? 1L : 0L);
  }
}
