package dev.pawl.server.store.audit;

import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.CountFormat;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.CorruptJournal;
import dev.pawl.server.store.UnreadableRow;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.journal.JournalHead;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Compares rows with journals, one aggregate at a time. Each aggregate is read in one snapshot, so
/// the check neither disturbs concurrent commits nor reports them. Only a rebuild, and the deletion
/// of orphans, writes.
public final class Audit {

  private final Database database;
  private final Engine engine;
  private final Consumer<AggregateKey> onRebuilt;

  /// @param engine computes deadlines as the orchestrators of the store do
  /// @param onRebuilt called with each aggregate that was rebuilt
  public Audit(Database database, Engine engine, Consumer<AggregateKey> onRebuilt) {
    this.database = database;
    this.engine = engine;
    this.onRebuilt = onRebuilt;
  }

  /// Ids of runs that are open, that ended at `endedSince` or later, that were quarantined, or that
  /// have rows as if they were open; in their order, from `after` on.
  public List<String> runs(Instant endedSince, String after, int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT id FROM run
                WHERE id > :after
                  AND (ended_at IS NULL OR ended_at >= :since
                       OR EXISTS (SELECT 1 FROM quarantine WHERE quarantine.run_id = run.id)
                       OR due_at IS NOT NULL
                       OR EXISTS (SELECT 1 FROM attempt
                                  WHERE attempt.run_id = run.id AND (is_queued = 1 OR is_leased = 1)))
                ORDER BY id LIMIT :limit
                """)
            .with("after", after)
            .with("since", endedSince)
            .with("limit", limit)
            .list(row -> row.getString(1)));
  }

  /// Keys of groups, breakers, or agents in their order, from `after` on; also of those that only
  /// have a journal or, of agents, live leases.
  public List<String> keys(Aggregate.Kind kind, String after, int limit) {
    String table = SqlTable.of(kind).toString();
    String key = SqlTable.of(kind).keys().getFirst().name();
    String leases =
        kind == Aggregate.Kind.AGENT
            ? "UNION SELECT agent FROM attempt WHERE is_leased = 1 AND agent > :after"
            : "";
    return database.read(sql ->
        sql.statement(
                """
                SELECT key FROM (
                  SELECT %s AS key FROM %s WHERE %s > :after
                  UNION SELECT aggregate_id FROM journal
                  WHERE aggregate = :kind AND aggregate_id > :after AND seq = 1
                  UNION SELECT aggregate_id FROM pruned
                  WHERE aggregate = :kind AND aggregate_id > :after AND snapshot <> ''
                  %s
                ) AS every ORDER BY key LIMIT :limit
                """
                    .formatted(key, table, key, leases))
            .with("after", after)
            .with("kind", Machine.wireName(kind))
            .with("limit", limit)
            .list(row -> row.getString(1)));
  }

  /// Ids of runs that have a journal and no row, and were not pruned. Reads the first entry of
  /// every journal.
  public List<String> orphanJournals(int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT aggregate_id FROM journal
                WHERE aggregate = 'run' AND seq = 1
                  AND NOT EXISTS (SELECT 1 FROM run WHERE run.id = journal.aggregate_id)
                ORDER BY aggregate_id LIMIT :limit
                """)
            .with("limit", limit)
            .list(row -> row.getString(1)));
  }

  /// Compares the rows of an aggregate with its journal.
  public AuditResult check(Aggregate.Kind kind, String key) {
    var aggregate = new AggregateKey(kind, key);
    return database.snapshot(sql -> {
      try {
        return new AggregateAudit(sql, engine, aggregate).result();
      } catch (CorruptJournal | UnreadableRow e) {
        return AuditResult.corruptJournal(String.valueOf(e.getMessage()));
      }
    });
  }

  /// Rebuilds the rows that differ from the journal, in one transaction, and records that in the
  /// journal. Returns the differences that it removed; empty if there were none.
  ///
  /// @throws CorruptJournal if the journal is corrupt: then nothing is written
  public List<RowDifference> rebuild(
      Aggregate.Kind kind, String key, Actor by, String commitId, Instant now) {
    var aggregate = new AggregateKey(kind, key);
    List<RowDifference> repaired =
        database.transact(sql -> {
          JournalHead.lockForUpdate(sql, aggregate);
          var audit = new AggregateAudit(sql, engine, aggregate);
          List<RowDifference> differences = audit.result().differences();
          if (!differences.isEmpty()) {
            String tables =
                audit.wrongRows().keySet().stream()
                    .map(SqlTable::toString)
                    .collect(Collectors.joining(", "));
            var revision =
                engine.rebuild(
                    audit.aggregate(),
                    by,
                    "rebuilt %s of %s"
                        .formatted(CountFormat.text(differences.size(), "row"), tables));
            new RowRebuilder(database, sql, audit).write(revision, commitId, now);
          }
          return differences;
        });
    onRebuilt.accept(aggregate);
    return repaired;
  }

  /// An effect that was not delivered yet.
  public record UndeliveredEffect(long id, String aggregate, String key, String kind, Instant at) {}

  /// Effects of aggregates that do not exist.
  public List<UndeliveredEffect> orphanEffects(int limit) {
    return effects(
        """
        WHERE NOT EXISTS (SELECT 1 FROM run WHERE aggregate = 'run' AND id = aggregate_id)
          AND NOT EXISTS (SELECT 1 FROM agent WHERE aggregate = 'agent' AND agent.id = aggregate_id)
          AND NOT EXISTS (SELECT 1 FROM breaker WHERE aggregate = 'breaker' AND key = aggregate_id)
          AND NOT EXISTS (SELECT 1 FROM concurrency_group WHERE aggregate = 'group' AND key = aggregate_id)
          AND at <= :until
        """,
        Instant.parse("9999-01-01T00:00:00Z"),
        limit);
  }

  /// Effects that were committed at that time or before and are not delivered yet, except those for
  /// agents and planning of a run that has ended since.
  public List<UndeliveredEffect> undeliveredEffects(Instant until, int limit) {
    return effects(
        """
        WHERE at <= :until
          AND (aggregate <> 'run'
               OR EXISTS (SELECT 1 FROM run
                          WHERE run.id = aggregate_id
                            AND (run.ended_at IS NULL
                                 OR kind NOT IN ('dispatch', 'cancel-job', 'fence', 'read-workflow'))))
        """,
        until,
        limit);
  }

  private List<UndeliveredEffect> effects(String where, Instant until, int limit) {
    return database.read(sql ->
        sql.statement(
                "SELECT effect.id, aggregate, aggregate_id, kind, at FROM effect "
                    + where
                    + " ORDER BY effect.id LIMIT :limit")
            .with("until", until)
            .with("limit", limit)
            .list(row ->
                new UndeliveredEffect(
                    row.getLong(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    SqlConnection.instantInOrder(row, 5))));
  }

  /// Deletes an orphaned effect.
  public void deleteEffect(UndeliveredEffect effect) {
    database.transact(
        sql -> sql.statement("DELETE FROM effect WHERE id = :id").with("id", effect.id()).update());
  }

  /// Rows of a table that belong to a run that does not exist.
  public record OrphanRow(String table, String run) {}

  /// The rows of tables `member` and `attempt` whose run does not exist: one a table and run. Looks
  /// only at attempts that are queued or leased: the others do no harm.
  public List<OrphanRow> orphanRows(int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT kind, run_id FROM (
                  SELECT 'member' AS kind, run_id FROM member
                  UNION SELECT 'attempt', run_id FROM attempt WHERE is_queued = 1
                  UNION SELECT 'attempt', run_id FROM attempt WHERE is_leased = 1
                ) AS every
                WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.id = run_id)
                ORDER BY kind, run_id LIMIT :limit
                """)
            .with("limit", limit)
            .list(row -> new OrphanRow(row.getString(1), row.getString(2))));
  }

  /// The groups that have a run as a member that does not exist.
  public List<String> groupsOfOrphan(String run) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT DISTINCT group_key FROM member
                WHERE run_id = :run AND NOT EXISTS (SELECT 1 FROM run WHERE id = :run)
                ORDER BY group_key
                """)
            .with("run", run)
            .list(row -> row.getString(1)));
  }

  /// Deletes the attempts of a run that does not exist, with their steps. Returns how many. Its
  /// agents count a change, so that nobody decides by their old leases.
  public int deleteOrphanRows(String run) {
    return database.transact(sql -> {
      sql.statement(
              """
              UPDATE agent SET version = version + 1
              WHERE id IN (SELECT agent FROM attempt WHERE run_id = :run AND is_leased = 1)
                AND NOT EXISTS (SELECT 1 FROM run WHERE run.id = :run)
              """)
          .with("run", run)
          .update();
      int deleted = 0;
      for (String table : List.of("step", "attempt")) {
        deleted =
            sql.statement(
                    "DELETE FROM %s WHERE run_id = :run AND NOT EXISTS (SELECT 1 FROM run WHERE id = :run)"
                        .formatted(table))
                .with("run", run)
                .update();
      }
      return deleted;
    });
  }

  /// A live lease of a run that has ended.
  public record LeftoverLease(RunId run, int job, int attempt, int lease, String agent) {}

  /// Cheap: live leases have an index of their own. By the index of live leases: most attempts have
  /// none.
  static final String LEFTOVER_LEASES =
      """
      WITH leased AS MATERIALIZED (
        SELECT run_id, job, attempt, lease, agent FROM attempt WHERE is_leased = 1
      )
      SELECT run_id, job, attempt, lease, agent FROM leased JOIN run ON run.id = run_id
      WHERE run.ended_at IS NOT NULL
      ORDER BY run_id, job, attempt, lease LIMIT :limit
      """;

  public List<LeftoverLease> leftoverLeases(int limit) {
    return database.read(sql ->
        sql.statement(LEFTOVER_LEASES)
            .with("limit", limit)
            .list(row ->
                new LeftoverLease(
                    new RunId(row.getString(1)),
                    row.getInt(2),
                    row.getInt(3),
                    row.getInt(4),
                    row.getString(5))));
  }

  /// A member of a group whose run has ended and has no deadline at which it leaves.
  public record LeftoverMember(String group, RunId run, int job) {}

  public List<LeftoverMember> leftoverMembers(int limit) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT group_key, run_id, job FROM member JOIN run ON run.id = member.run_id
                WHERE run.ended_at IS NOT NULL AND run.due_at IS NULL
                ORDER BY group_key, run_id, job LIMIT :limit
                """)
            .with("limit", limit)
            .list(row ->
                new LeftoverMember(row.getString(1), new RunId(row.getString(2)), row.getInt(3))));
  }
}
