package dev.pawl.server.store.retention;

import dev.pawl.core.identity.Aggregate;
import dev.pawl.core.identity.RunId;
import dev.pawl.server.store.AggregateKey;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.Database;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.journal.JournalHead;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Prunes ended runs, oldest first, with their jobs, attempts, leases, steps and journal.
///
/// A pruned run leaves a row in table `pruned` with its number, its result and the end of its
/// journal, so that a copy kept elsewhere can be verified. A run is not pruned while anything may
/// need it: while it is open, a member of a group, or has a live lease, a deadline or an
/// undelivered effect; while another run of the same number is open; or while its trigger may be
/// repeated.
public final class RunRetention {

  /// How fast runs are pruned.
  ///
  /// @param batch runs pruned by one transaction, so that commits do not wait long for it
  /// @param isGentle whether the store is left alone after a transaction, for as long as it took
  /// @param isLate whether to stop after a transaction
  public record Pace(int batch, boolean isGentle, BooleanSupplier isLate) {

    static final Pace FAST = new Pace(200, false, () -> false);

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    /// The pace for a store that is in use.
    public static Pace besideCommits(BooleanSupplier isLate) {
      return new Pace(20, true, isLate);
    }

    /// Waits after a transaction that began then. Returns whether to go on.
    boolean goesOn(long began) {
      if (isGentle) {
        LockSupport.parkNanos(Math.min(System.nanoTime() - began, LONGEST_PAUSE.toNanos()));
      }
      return !isLate.getAsBoolean();
    }
  }

  /// Runs listed by one query.
  private static final int PAGE = 10_000;

  /// Time in which a repeated trigger must not create a second run.
  private static final Duration TRIGGER_DEDUPLICATION = Duration.ofHours(24);

  /// An ended run; ordered by the time of its end.
  public record EndedRun(RunId id, Instant endedAt) implements Comparable<EndedRun> {

    static final EndedRun FIRST = new EndedRun(new RunId(""), Instant.EPOCH);

    private static final Comparator<EndedRun> ORDER =
        Comparator.comparing(EndedRun::endedAt).thenComparing(ended -> ended.id().value());

    @Override
    public int compareTo(EndedRun other) {
      return ORDER.compare(this, other);
    }
  }

  /// The limits of what is kept. A run beyond one of them is pruned.
  ///
  /// @param age keeps runs that ended within that time
  /// @param runs keeps so many of the latest runs
  /// @param bytes keeps the latest runs whose journals together have at most that size
  public record RetentionPolicy(Optional<Duration> age, Optional<Long> runs, Optional<Long> bytes) {

    public static RetentionPolicy days(long days) {
      return new RetentionPolicy(
          Optional.of(Duration.ofDays(days)), Optional.empty(), Optional.empty());
    }

    public static RetentionPolicy runs(long runs) {
      return new RetentionPolicy(Optional.empty(), Optional.of(runs), Optional.empty());
    }

    public static RetentionPolicy bytes(long bytes) {
      return new RetentionPolicy(Optional.empty(), Optional.empty(), Optional.of(bytes));
    }
  }

  private static final String PRUNABLE =
      """
      FROM run
      WHERE ended_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM member WHERE member.run_id = run.id)
        AND due_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM attempt
                        WHERE attempt.run_id = run.id AND (is_queued = 1 OR is_leased = 1))
        AND NOT EXISTS (SELECT 1 FROM effect
                        WHERE effect.aggregate = 'run' AND effect.aggregate_id = run.id)
        AND NOT EXISTS (SELECT 1 FROM run AS other
                        WHERE other.org = run.org AND other.repository = run.repository
                          AND other.number = run.number AND other.ended_at IS NULL)
        AND (trigger_key = '' OR created_at < :before)
      """;

  private final Database database;
  private final Pace pace;

  public RunRetention(Database database) {
    this(database, Pace.FAST);
  }

  public RunRetention(Database database, Pace pace) {
    this.database = database;
    this.pace = pace;
  }

  /// Ended runs, oldest first, from `after` on.
  public List<EndedRun> ended(Optional<EndedRun> after, int limit) {
    EndedRun from = after.orElse(EndedRun.FIRST);
    return database.read(sql ->
        sql.statement(
                """
                SELECT id, ended_at FROM run
                WHERE ended_at IS NOT NULL AND (ended_at, id) > (:at, :id)
                ORDER BY ended_at, id LIMIT :limit
                """)
            .with("at", from.endedAt())
            .with("id", from.id().value())
            .with("limit", limit)
            .list(row ->
                new EndedRun(new RunId(row.getString(1)), SqlConnection.instantInOrder(row, 2))));
  }

  /// The time of a run's end, also of a pruned one; empty while it is open.
  public Optional<Instant> endedAt(RunId run) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT ended_at FROM run WHERE id = :run AND ended_at IS NOT NULL
                UNION ALL
                SELECT ended_at FROM pruned WHERE aggregate = 'run' AND aggregate_id = :run
                """)
            .with("run", run.value())
            .first(row -> SqlConnection.instantInOrder(row, 1)));
  }

  /// How many runs [#prune] would prune now.
  public long prunable(RetentionPolicy policy, Instant now) {
    Optional<EndedRun> last = last(policy, now);
    return last.isEmpty()
        ? 0
        : database.read(sql ->
            sql.statement("SELECT count(*) " + PRUNABLE + " AND (ended_at, id) <= (:at, :id)")
                .with("before", now.minus(TRIGGER_DEDUPLICATION))
                .with("at", last.get().endedAt())
                .with("id", last.get().id().value())
                .first(row -> row.getLong(1))
                .orElseThrow());
  }

  /// Prunes runs that the policy does not keep. Returns how many.
  ///
  /// @param pruned called with each run once its pruning is committed, to delete its logs
  public long prune(RetentionPolicy policy, Instant now, Consumer<RunId> pruned) {
    Optional<EndedRun> last = last(policy, now);
    if (last.isEmpty()) {
      return 0;
    }
    long count = 0;
    int size = pace.batch();
    EndedRun after = EndedRun.FIRST;
    List<EndedRun> page;
    do {
      page = page(after, last.get(), now);
      for (int from = 0; from < page.size(); ) {
        List<EndedRun> batch = page.subList(from, Math.min(from + size, page.size()));
        long began = System.nanoTime();
        try {
          List<RunId> prunedRuns = database.transact(sql -> prune(sql, batch, now));
          prunedRuns.forEach(pruned);
          count += prunedRuns.size();
          from += batch.size();
          if (!pace.goesOn(began)) {
            return count;
          }
        } catch (StoreUnavailable e) {
          if (batch.size() == 1) {
            throw e;
          }
          size = batch.size() / 2; // on a full disk there may be room for fewer
        }
      }
      after = page.isEmpty() ? after : page.getLast();
    } while (page.size() == PAGE);
    return count;
  }

  /// The latest run to be pruned, if any.
  private Optional<EndedRun> last(RetentionPolicy policy, Instant now) {
    List<EndedRun> last = new ArrayList<>();
    policy.age().flatMap(age -> before(now.minus(age))).ifPresent(last::add);
    policy.runs().flatMap(this::beyond).ifPresent(last::add);
    policy.bytes().flatMap(this::beyondBytes).ifPresent(last::add);
    return last.stream().max(Comparator.naturalOrder());
  }

  private Optional<EndedRun> before(Instant at) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT id, ended_at FROM run WHERE ended_at IS NOT NULL AND ended_at < :at
                ORDER BY ended_at DESC, id DESC LIMIT 1
                """)
            .with("at", at)
            .first(row ->
                new EndedRun(new RunId(row.getString(1)), SqlConnection.instantInOrder(row, 2))));
  }

  private Optional<EndedRun> beyond(long runs) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT id, ended_at FROM run WHERE ended_at IS NOT NULL
                ORDER BY ended_at DESC, id DESC LIMIT 1 OFFSET :runs
                """)
            .with("runs", runs)
            .first(row ->
                new EndedRun(new RunId(row.getString(1)), SqlConnection.instantInOrder(row, 2))));
  }

  /// The latest run beyond that size.
  private Optional<EndedRun> beyondBytes(long bytes) {
    return database.read(sql ->
        sql.statement(
                """
                SELECT id, ended_at FROM (
                  SELECT run.id, run.ended_at,
                         sum(size.bytes) OVER (ORDER BY run.ended_at DESC, run.id DESC) AS so_far
                  FROM run
                  JOIN (SELECT aggregate_id, sum(length(transitions)) AS bytes FROM journal
                        WHERE aggregate = 'run' GROUP BY aggregate_id) AS size
                    ON size.aggregate_id = run.id
                  WHERE run.ended_at IS NOT NULL
                ) AS summed
                WHERE so_far > :bytes ORDER BY ended_at DESC, id DESC LIMIT 1
                """)
            .with("bytes", bytes)
            .first(row ->
                new EndedRun(new RunId(row.getString(1)), SqlConnection.instantInOrder(row, 2))));
  }

  private List<EndedRun> page(EndedRun after, EndedRun last, Instant now) {
    return database.read(sql ->
        sql.statement(
                "SELECT id, ended_at "
                    + PRUNABLE
                    + """
                    AND (ended_at, id) > (:from, :after) AND (ended_at, id) <= (:at, :id)
                    ORDER BY ended_at, id LIMIT :limit
                    """)
            .with("before", now.minus(TRIGGER_DEDUPLICATION))
            .with("from", after.endedAt())
            .with("after", after.id().value())
            .with("at", last.endedAt())
            .with("id", last.id().value())
            .with("limit", PAGE)
            .list(row ->
                new EndedRun(new RunId(row.getString(1)), SqlConnection.instantInOrder(row, 2))));
  }

  /// Deletes children before parents. Inserts into `pruned` before it deletes from the journal,
  /// which allows nothing else to be deleted.
  private static List<RunId> prune(SqlConnection sql, List<EndedRun> batch, Instant now)
      throws SQLException {
    List<RunId> prunedRuns = new ArrayList<>();
    for (EndedRun ended : batch) {
      String run = ended.id().value();
      JournalHead.lockForUpdate(sql, new AggregateKey(Aggregate.Kind.RUN, run));
      int inserted =
          sql.statement(
                  """
                  INSERT INTO pruned (aggregate, aggregate_id, org, repository, number, state, ended_at,
                                      journal_seq, journal_hash, pruned_at)
                  SELECT 'run', id, org, repository, number, state, ended_at, journal_seq,
                         journal_hash, :now
                  """
                      + PRUNABLE
                      + " AND id = :run")
              .with("now", now)
              .with("before", now.minus(TRIGGER_DEDUPLICATION))
              .with("run", run)
              .update();
      if (inserted == 1) {
        for (String table : List.of("step", "attempt")) {
          delete(sql, "DELETE FROM " + table + " WHERE run_id = :run", run);
        }
        delete(sql, "DELETE FROM journal WHERE aggregate = 'run' AND aggregate_id = :run", run);
        delete(sql, "DELETE FROM run WHERE id = :run", run);
        prunedRuns.add(ended.id());
      }
    }
    return prunedRuns;
  }

  private static void delete(SqlConnection sql, String statement, String run) throws SQLException {
    sql.statement(statement).with("run", run).update();
  }
}
