package dev.pawl.server.store.audit;

import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.journal.JournalEntry;
import dev.pawl.server.store.journal.JournalHead;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// Rows held against journals, an aggregate at a time: each is read at one moment, so that whoever
/// writes meanwhile is neither disturbed nor suspected. Writes nothing unless it is to rebuild.
public final class Audit {

  private final SqlStore store;
  private final Engine engine;

  public Audit(SqlStore store, Engine engine) {
    this.store = store;
    this.engine = engine;
  }

  /// Runs that are not over, that ended at `endedSince` or later, or that anything still refers to
  /// as if they were not over; by their ids, from `after` on.
  public List<String> runs(Instant endedSince, String after, int most) {
    return store
        .database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT id FROM run
                    WHERE id > :after
                      AND (ended_at IS NULL OR ended_at >= :since
                           OR EXISTS (SELECT 1 FROM due WHERE due.run_id = run.id)
                           OR EXISTS (SELECT 1 FROM ready WHERE ready.run_id = run.id)
                           OR EXISTS (SELECT 1 FROM lease
                                      WHERE lease.run_id = run.id
                                        AND (lease.state IN ('granted', 'active') OR lease.ended_at IS NULL)))
                    ORDER BY id LIMIT :most
                    """)
                .with("after", after)
                .with("since", endedSince)
                .with("most", most)
                .list(row -> row.getString(1)));
  }

  /// Groups, breakers, or agents, by their keys, from `after` on: also those that only their
  /// journals, or leases, know of.
  public List<String> keys(Aggregate.Kind kind, String after, int most) {
    String table = SqlTable.of(kind).toString();
    String key = SqlTable.of(kind).keys().getFirst().name();
    String leases =
        kind == Aggregate.Kind.AGENT
            ? "UNION SELECT agent FROM lease WHERE ended_at IS NULL AND agent > :after"
            : "";
    return store
        .database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT key FROM (
                      SELECT %s AS key FROM %s WHERE %s > :after
                      UNION SELECT aggregate_id FROM journal
                      WHERE aggregate = :kind AND aggregate_id > :after AND seq = 1
                      UNION SELECT aggregate_id FROM sealed
                      WHERE aggregate = :kind AND aggregate_id > :after AND stood <> ''
                      %s
                    ) AS every ORDER BY key LIMIT :most
                    """
                        .formatted(key, table, key, leases))
                .with("after", after)
                .with("kind", JournalEntry.AggregateKey.of(kind, "").kind())
                .with("most", most)
                .list(row -> row.getString(1)));
  }

  /// Journals of runs whose row is gone, though nobody has sealed them. Reads all there are.
  public List<String> orphanJournals(int most) {
    return store
        .database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT aggregate_id FROM journal
                    WHERE aggregate = 'run' AND seq = 1
                      AND NOT EXISTS (SELECT 1 FROM run WHERE run.id = journal.aggregate_id)
                    ORDER BY aggregate_id LIMIT :most
                    """)
                .with("most", most)
                .list(row -> row.getString(1)));
  }

  /// What an aggregate's rows and its journal say of each other.
  public AuditResult check(Aggregate.Kind kind, String key) {
    var of = JournalEntry.AggregateKey.of(kind, key);
    return store
        .database()
        .snapshot(sql -> {
          try {
            return new AggregateAudit(sql, engine, of).result();
          } catch (CorruptJournal e) {
            return AuditResult.contradictory(String.valueOf(e.getMessage()));
          }
        });
  }

  /// Writes the rows that differ anew, as the journal tells them, in one transaction, and says so
  /// in the journal. Gives what was put right; nothing if there was nothing wrong.
  ///
  /// @throws BrokenJournal if the journal contradicts itself: then nothing is written
  public List<RowDifference> rebuild(
      Aggregate.Kind kind, String key, Actor by, String commitId, Instant now) {
    var of = JournalEntry.AggregateKey.of(kind, key);
    List<RowDifference> repaired =
        store
            .database()
            .transact(sql -> {
              JournalHead.lockForUpdate(sql, of);
              var examination = new AggregateAudit(sql, engine, of);
              List<RowDifference> differences = examination.result().differences();
              if (!differences.isEmpty()) {
                String tables =
                    examination.wrongRows().keySet().stream()
                        .map(SqlTable::toString)
                        .collect(Collectors.joining(", "));
                var revision =
                    engine.rebuild(
                        examination.aggregate(),
                        by,
                        "%d row(s) of %s rebuilt".formatted(differences.size(), tables));
                new RowRebuilder(store, sql, examination).write(revision, commitId, now);
              }
              return differences;
            });
    store.forgetHead(of);
    return repaired;
  }

  /// An effect that nobody has delivered.
  public record UndeliveredEffect(long id, String aggregate, String key, String kind, Instant at) {}

  /// Effects of what is not there.
  public List<UndeliveredEffect> orphanEffects(int most) {
    return effects(
        """
        WHERE NOT EXISTS (SELECT 1 FROM run WHERE aggregate = 'run' AND id = aggregate_id)
          AND NOT EXISTS (SELECT 1 FROM agent WHERE aggregate = 'agent' AND agent.id = aggregate_id)
          AND NOT EXISTS (SELECT 1 FROM breaker WHERE aggregate = 'breaker' AND tool = aggregate_id)
          AND NOT EXISTS (SELECT 1 FROM concurrency_group WHERE aggregate = 'group' AND key = aggregate_id)
          AND at <= :until
        """,
        Instant.parse("9999-01-01T00:00:00Z"),
        most);
  }

  /// Effects that were committed at that time or before, and are still to be delivered. What was
  /// wanted for a run that is over since is not.
  public List<UndeliveredEffect> undeliveredEffects(Instant until, int most) {
    return effects(
        """
        WHERE at <= :until
          AND (aggregate <> 'run'
               OR EXISTS (SELECT 1 FROM run
                          WHERE run.id = aggregate_id
                            AND (run.ended_at IS NULL
                                 OR kind NOT IN ('dispatch', 'cancel', 'fence', 'read-workflow'))))
        """,
        until,
        most);
  }

  private List<UndeliveredEffect> effects(String where, Instant until, int most) {
    return store
        .database()
        .read(sql ->
            sql.statement(
                    "SELECT effect.id, aggregate, aggregate_id, kind, at FROM effect "
                        + where
                        + " ORDER BY effect.id LIMIT :most")
                .with("until", until)
                .with("most", most)
                .list(row ->
                    new UndeliveredEffect(
                        row.getLong(1),
                        row.getString(2),
                        row.getString(3),
                        row.getString(4),
                        SqlConnection.instant(row, 5))));
  }

  /// Forgets an effect of what is not there.
  public void deleteEffect(UndeliveredEffect effect) {
    store
        .database()
        .transact(sql ->
            sql.statement("DELETE FROM effect WHERE id = :id").with("id", effect.id()).update());
  }

  /// A row of a queue whose run is not there.
  public record OrphanRow(String table, String run) {}

  /// The rows of what is due and what is ready whose runs are not there.
  public List<OrphanRow> orphanRows(int most) {
    return store
        .database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT kind, run_id FROM (
                      SELECT 'due' AS kind, run_id FROM due
                      UNION SELECT 'ready', run_id FROM ready
                    ) AS every
                    WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.id = run_id)
                    ORDER BY kind, run_id LIMIT :most
                    """)
                .with("most", most)
                .list(row -> new OrphanRow(row.getString(1), row.getString(2))));
  }

  /// Forgets that anything of a run that is not there is due or ready.
  public int deleteOrphanRows(String run) {
    return store
        .database()
        .transact(sql -> {
          int gone = 0;
          for (String table : List.of("due", "ready")) {
            gone +=
                sql.statement(
                        "DELETE FROM %s WHERE run_id = :run AND NOT EXISTS (SELECT 1 FROM run WHERE id = :run)"
                            .formatted(table))
                    .with("run", run)
                    .update();
          }
          return gone;
        });
  }

  /// A run that is over, and still in a group.
  public record LeftoverMember(String group, RunId run, int job) {}

  public List<LeftoverMember> leftoverMembers(int most) {
    return store
        .database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT group_key, run_id, job FROM member JOIN run ON run.id = member.run_id
                    WHERE run.ended_at IS NOT NULL ORDER BY group_key, run_id, job LIMIT :most
                    """)
                .with("most", most)
                .list(row ->
                    new LeftoverMember(
                        row.getString(1), new RunId(row.getString(2)), row.getInt(3))));
  }
}
