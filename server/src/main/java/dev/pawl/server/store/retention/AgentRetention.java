package dev.pawl.server.store.retention;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.journal.JournalHead;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;

/// Prunes agents that left: every `pawl run` has one of its own, and an autoscaled fleet has new
/// ones every day.
///
/// An agent is pruned if it has no lease, no undelivered effect and no journal entry for that time,
/// and has said that it leaves: then it must register before it gets work again. Of any other agent
/// only the caller can tell whether its process is dead. A draining or revoked agent is never
/// pruned: that would undo an operator's decision. It leaves a row in table `pruned`, as a run
/// does.
public final class AgentRetention {

  /// The shortest age. A pruned agent that comes back starts again at version 1, so nobody may have
  /// its old head in a cache: caches of heads are cleared in half this time.
  public static final Duration MIN_AGE = Duration.ofDays(1);

  private static final int BATCH = 200;

  private static final String PRUNABLE =
      """
      FROM agent
      WHERE standing IN ('ready', 'leaving')
        AND NOT EXISTS (SELECT 1 FROM attempt
                        WHERE attempt.agent = agent.id AND (is_leased = 1 OR attempt.since >= :before))
        AND NOT EXISTS (SELECT 1 FROM effect
                        WHERE effect.aggregate = 'agent' AND effect.aggregate_id = agent.id)
        AND NOT EXISTS (SELECT 1 FROM journal
                        WHERE journal.aggregate = 'agent' AND journal.aggregate_id = agent.id
                          AND journal.at >= :beforeText)
      """;

  /// An agent that is idle for long enough.
  private record IdleAgent(String id, boolean isLeaving) {}

  private final Database database;

  public AgentRetention(Database database) {
    this.database = database;
  }

  /// Prunes agents that left that long ago, and at least a day ago. Returns how many.
  ///
  /// @param isGone whether the process of an agent that has not said that it leaves is dead
  public long prune(Duration age, Instant now, Predicate<String> isGone) {
    Instant before = now.minus(age.compareTo(MIN_AGE) < 0 ? MIN_AGE : age);
    long count = 0;
    String after = "";
    List<IdleAgent> page;
    do {
      page = page(after, before);
      List<String> gone =
          page.stream()
              .filter(one -> one.isLeaving() || isGone.test(one.id()))
              .map(IdleAgent::id)
              .toList();
      count += database.transact(sql -> prune(sql, gone, before, now));
      after = page.isEmpty() ? after : page.getLast().id();
    } while (page.size() == BATCH);
    return count;
  }

  private List<IdleAgent> page(String after, Instant before) {
    return database.read(sql ->
        sql.statement(
                "SELECT id, CASE WHEN standing = 'leaving' THEN 1 ELSE 0 END "
                    + PRUNABLE
                    + " AND id > :after ORDER BY id LIMIT :limit")
            .with("before", before)
            .with("beforeText", SqlConnection.time(before))
            .with("after", after)
            .with("limit", BATCH)
            .list(row -> new IdleAgent(row.getString(1), row.getInt(2) == 1)));
  }

  /// Inserts into `pruned` before it deletes from the journal, which allows nothing else to be
  /// deleted. An agent that was pruned before and came back gets a new row.
  private static long prune(SqlConnection sql, List<String> agents, Instant before, Instant now)
      throws SQLException {
    long count = 0;
    for (String agent : agents) {
      JournalHead.lockForUpdate(sql, new AggregateKey(Aggregate.Kind.AGENT, agent));
      int inserted =
          sql.statement(
                  """
                  INSERT INTO pruned (aggregate, aggregate_id, org, number, state, ended_at, journal_seq,
                                      journal_hash, pruned_at)
                  SELECT 'agent', id, org, 0, standing, :before, journal_seq, journal_hash, :now
                  """
                      + PRUNABLE
                      + """
                       AND id = :agent
                      ON CONFLICT (aggregate, aggregate_id) DO UPDATE
                      SET state = excluded.state, ended_at = excluded.ended_at,
                          journal_seq = excluded.journal_seq, journal_hash = excluded.journal_hash,
                          pruned_at = excluded.pruned_at
                      """)
              .with("before", before)
              .with("beforeText", SqlConnection.time(before))
              .with("now", now)
              .with("agent", agent)
              .update();
      if (inserted == 1) {
        sql.statement("DELETE FROM journal WHERE aggregate = 'agent' AND aggregate_id = :agent")
            .with("agent", agent)
            .update();
        sql.statement("DELETE FROM agent WHERE id = :agent").with("agent", agent).update();
        count++;
      }
    }
    return count;
  }
}
