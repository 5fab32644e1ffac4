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

/// How long agents are kept that are gone: every `pawl run` has one of its own, and a fleet that
/// grows and shrinks has new ones every day.
///
/// Gone is an agent that has nothing to do, of which nothing was heard since, and which has said
/// that it leaves: then it registers before it is given anything again. Of any other, only whoever
/// knows its process can tell. Never goes one that an operator drains or has revoked: that would
/// take the word back. It leaves a row in `sealed`, as a run does.
public final class AgentRetention {

  /// An agent that comes back begins anew, so nobody may remember it as it was: what is remembered
  /// of heads is forgotten in half that time.
  public static final Duration LEAST = Duration.ofDays(1);

  private static final int BATCH = 200;

  private static final String GONE =
      """
      FROM agent
      WHERE standing IN ('ready', 'leaving')
        AND NOT EXISTS (SELECT 1 FROM lease
                        WHERE lease.agent = agent.id AND (lease.ended_at IS NULL OR lease.ended_at >= :before))
        AND NOT EXISTS (SELECT 1 FROM effect
                        WHERE effect.aggregate = 'agent' AND effect.aggregate_id = agent.id)
        AND NOT EXISTS (SELECT 1 FROM journal
                        WHERE journal.aggregate = 'agent' AND journal.aggregate_id = agent.id
                          AND journal.at >= :said)
      """;

  /// An agent of which nothing was heard.
  private record Silent(String id, boolean isLeaving) {}

  private final Database database;

  public AgentRetention(Database database) {
    this.database = database;
  }

  /// Prunes those that are gone for that time, and for a day at least. Gives how many.
  ///
  /// @param isGone whether the process of an agent that has not said that it leaves is gone for
  ///   good
  public long prune(Duration age, Instant now, Predicate<String> isGone) {
    Instant before = now.minus(age.compareTo(LEAST) < 0 ? LEAST : age);
    long count = 0;
    String after = "";
    List<Silent> page;
    do {
      page = page(after, before);
      List<String> gone =
          page.stream()
              .filter(one -> one.isLeaving() || isGone.test(one.id()))
              .map(Silent::id)
              .toList();
      count += database.transact(sql -> seal(sql, gone, before, now));
      after = page.isEmpty() ? after : page.getLast().id();
    } while (page.size() == BATCH);
    return count;
  }

  private List<Silent> page(String after, Instant before) {
    return database.read(sql ->
        sql.statement(
                "SELECT id, CASE WHEN standing = 'leaving' THEN 1 ELSE 0 END "
                    + GONE
                    + " AND id > :after ORDER BY id LIMIT :most")
            .with("before", before)
            .with("said", SqlConnection.time(before))
            .with("after", after)
            .with("most", BATCH)
            .list(row -> new Silent(row.getString(1), row.getInt(2) == 1)));
  }

  /// The seal before the journal, which lets nothing else go. One that was sealed before and came
  /// back has the seal of its last journal.
  private static long seal(SqlConnection sql, List<String> agents, Instant before, Instant now)
      throws SQLException {
    long count = 0;
    for (String agent : agents) {
      JournalHead.lockForUpdate(sql, new AggregateKey(Aggregate.Kind.AGENT, agent));
      int sealed =
          sql.statement(
                  """
                  INSERT INTO pruned (aggregate, aggregate_id, number, state, ended_at, journal_seq,
                                      journal_hash, pruned_at)
                  SELECT 'agent', id, 0, standing, :before, journal_seq, journal_hash, :now
                  """
                      + GONE
                      + """
                       AND id = :agent
                      ON CONFLICT (aggregate, aggregate_id) DO UPDATE
                      SET state = excluded.state, ended_at = excluded.ended_at,
                          journal_seq = excluded.journal_seq, journal_hash = excluded.journal_hash,
                          pruned_at = excluded.pruned_at
                      """)
              .with("before", before)
              .with("said", SqlConnection.time(before))
              .with("now", now)
              .with("agent", agent)
              .update();
      if (sealed == 1) {
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
