package dev.pawl.server.store;

import dev.pawl.core.attempt.AttemptRef;
import dev.pawl.core.engine.Effect;
import dev.pawl.core.engine.Event.AttemptLeased;
import dev.pawl.core.engine.Event.AttemptMoved;
import dev.pawl.core.engine.Event.LeaseMoved;
import dev.pawl.core.engine.Event.LeaseRenewed;
import dev.pawl.core.engine.Event.RunMoved;
import dev.pawl.core.engine.Event.RunPlanned;
import dev.pawl.core.engine.Event.StepMoved;
import dev.pawl.core.engine.Transition;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Store.DeliveredEffects;
import dev.pawl.server.runtime.StoreFailure;
import java.sql.SQLException;
import java.time.Instant;

/// Writes one change inside a transaction: the journal's entry, the rows that its lines moved, and
/// the effects.
final class ChangeWriter {

  private final Sql sql;
  private final String commitId;
  private final EntityWriter entities;

  ChangeWriter(Sql sql, String commitId) {
    this.sql = sql;
    this.commitId = commitId;
    this.entities = new EntityWriter(sql);
  }

  void change(Change change) throws SQLException {
    if (change.isLivenessOnly()) {
      renewals(change.run());
      return;
    }
    if (change.expectedVersion() == 0) {
      insertRun(change.run());
    }
    append(change);
    for (Transition line : change.transitions()) {
      entity(change, line);
    }
    int ordinal = 0;
    for (Effect effect : change.effects()) {
      effect(change.run(), ordinal++, effect);
    }
  }

  private void insertRun(Run run) throws SQLException {
    var origin = run.origin();
    sql.of(
            """
            INSERT INTO run (id, number, workflow, file, event, started_by, owner, created_at,
                             state, reason, message, since, version, journal_seq, journal_hash)
            VALUES (:id, :number, :workflow, :file, :event, :startedBy, :owner, :at,
                    'created', 'progress', '', :at, 0, 0, '')
            """)
        .with("id", run.id().value())
        .with("number", origin.number())
        .with("workflow", origin.workflow())
        .with("file", origin.file())
        .with("event", origin.event())
        .with("startedBy", origin.startedBy().toString())
        .with("owner", origin.owner())
        .with("at", origin.at())
        .update();
  }

  private record Head(long seq, String hash) {}

  /// Appends the entry and moves the run's row, if the row is where the decision found it.
  private void append(Change change) throws SQLException {
    Run run = change.run();
    Head head =
        sql.of("SELECT journal_seq, journal_hash FROM run WHERE id = :id AND version = :expected")
            .with("id", run.id().value())
            .with("expected", change.expectedVersion())
            .first(row -> new Head(row.getLong(1), row.getString(2)))
            .orElseThrow(
                () -> new StoreFailure("run " + run.id() + " was changed by somebody else"));
    String lines = JournalCodec.encode(change.transitions());
    String at = Sql.time(change.at());
    String hash =
        HashChain.next(head.hash(), run.id().value(), head.seq() + 1, commitId, at, lines);
    sql.of(
            """
            INSERT INTO journal (aggregate, aggregate_id, seq, commit_id, at, transitions, hash)
            VALUES ('run', :id, :seq, :commitId, :at, :lines, :hash)
            """)
        .with("id", run.id().value())
        .with("seq", head.seq() + 1)
        .with("commitId", commitId)
        .with("at", at)
        .with("lines", lines)
        .with("hash", hash)
        .update();
    sql.of(
            """
            UPDATE run SET state = :state, reason = :reason, message = :message, since = :since,
                           ended_at = :endedAt, next_due = :nextDue, version = :version,
                           journal_seq = :seq, journal_hash = :hash
            WHERE id = :id
            """)
        .with("state", Machine.wireName(run.state()))
        .with("reason", Machine.wireName(run.reason().code()))
        .with("message", run.reason().message())
        .with("since", run.since())
        .with("endedAt", run.isOver() ? run.since() : null)
        .with("nextDue", change.nextDue().orElse(null))
        .with("version", run.version())
        .with("seq", head.seq() + change.transitions().size())
        .with("hash", hash)
        .with("id", run.id().value())
        .update();
  }

  private void entity(Change change, Transition line) throws SQLException {
    String run = change.run().id().value();
    Instant at = change.at();
    switch (line.cause()) {
      case RunMoved _ -> {} // the run's own row is written once for all lines
      case RunPlanned(var plan, _) -> {
        sql.of("INSERT INTO plan (run_id, body) VALUES (:run, :body)")
            .with("run", run)
            .with("body", PlanCodec.encode(plan))
            .update();
        for (Job job : change.run().jobs()) {
          entities.insertAttempt(run, new AttemptRef(job.index(), 1), plan.job(job.index()), at);
        }
      }
      case AttemptMoved moved ->
          entities.attempt(
              run, moved, line.to(), change.run().plan().job(moved.attempt().job()), at);
      case AttemptLeased leased -> entities.leased(run, leased, line.to(), at);
      case LeaseMoved moved -> entities.lease(run, moved, line.to(), at);
      case StepMoved moved -> entities.step(run, moved, line.to(), at);
      case LeaseRenewed _ -> {}
    }
  }

  private void effect(Run run, int ordinal, Effect effect) throws SQLException {
    sql.of(
            """
            INSERT INTO effect (run_id, version, ordinal, kind, body)
            VALUES (:run, :version, :ordinal, :kind, :body)
            """)
        .with("run", run.id().value())
        .with("version", run.version())
        .with("ordinal", ordinal)
        .with("kind", EffectCodec.kind(effect))
        .with("body", EffectCodec.encode(effect))
        .update();
  }

  void delivered(DeliveredEffects effects) throws SQLException {
    sql.of("DELETE FROM effect WHERE run_id = :run AND version = :version")
        .with("run", effects.run().value())
        .with("version", effects.version())
        .update();
  }

  private void renewals(Run run) throws SQLException {
    for (Job job : run.jobs()) {
      entities.renewed(run.id().value(), job);
    }
  }
}
