package dev.pawl.server.store.postgres;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.store.CommitNotice;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.migration.Migrations;
import dev.pawl.server.store.retention.AgentRetention;
import dev.pawl.server.store.rows.WorkPartition;
import dev.pawl.server.store.sql.SqlStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The store that several orchestrators share: a PostgreSQL database. The orchestrators are equal;
/// what they must agree on is agreed by a transaction.
///
/// Time is the database's, so that orchestrators with different clocks agree. It is queried with
/// every poll and extrapolated in between.
public final class PostgresStore extends SqlStore {

  /// The database's time, and the local [System#nanoTime] when it was queried.
  private record ClockReading(Instant time, long nanos) {}

  private final PostgresConnectionPool connections;
  private final String id = new IdGenerator(InstantSource.system()).next();
  private volatile ClockReading clock;
  private Instant latest = Instant.MIN;
  private volatile WorkPartition partition = WorkPartition.whole("");
  private @Nullable PostgresNotificationListener notifications;
  private volatile Instant headCacheClearedAt = Instant.MIN;

  private PostgresStore(PostgresConnectionPool connections, Migrations migrations) {
    super(PostgresDatabase.open(connections, migrations), "");
    this.connections = connections;
    this.clock = readClock();
  }

  /// Opens the database at a JDBC address, and creates or upgrades its tables if necessary.
  ///
  /// @throws StoreUnavailable if it cannot be opened
  public static PostgresStore open(String url) {
    return open(new PostgresConnectionPool(url), Migrations.POSTGRESQL);
  }

  /// Opens the store and upgrades its schema.
  ///
  /// @param migrations the schema to upgrade to
  public static PostgresStore open(PostgresConnectionPool connections, Migrations migrations) {
    try {
      return new PostgresStore(connections, migrations);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private ClockReading readClock() {
    return database()
        .read(sql ->
            sql.statement("SELECT clock_timestamp()")
                .first(row -> new ClockReading(SqlConnection.instant(row, 1), System.nanoTime()))
                .orElseThrow());
  }

  @Override
  public synchronized Instant now() {
    ClockReading last = clock;
    Instant now =
        Instant.ofEpochMilli(
            last.time().plusNanos(System.nanoTime() - last.nanos()).toEpochMilli());
    latest = now.isAfter(latest) ? now : latest;
    return latest;
  }

  @Override
  public Instant recordPresence(Instant now) {
    clock = readClock();
    if (headCacheClearedAt.plus(AgentRetention.MIN_AGE.dividedBy(2)).isBefore(now)) {
      clearHeadCache();
      headCacheClearedAt = now;
    }
    return transactRepeatable(sql -> {
      partition = new OrchestratorPresence(sql, id).announce(now);
      return sql.statement(
              """
              UPDATE service
              SET since = CASE WHEN :now > last_at + make_interval(secs => :gap) THEN :now ELSE since END,
                  last_at = greatest(last_at, :now)
              RETURNING since
              """)
          .with("now", now)
          .with("gap", (double) Deadlines.MIN_SERVED_BEFORE_EXPIRY.toSeconds())
          .first(row -> SqlConnection.instant(row, 1))
          .orElseThrow();
    });
  }

  @Override
  protected WorkPartition partition() {
    return partition;
  }

  /// Since when orchestrators have been running without a gap; now, if none is running.
  public Instant servedSince() {
    return database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT CASE WHEN clock_timestamp() > last_at + make_interval(secs => :gap)
                                THEN clock_timestamp() ELSE since END
                    FROM service
                    """)
                .with("gap", (double) Deadlines.MIN_SERVED_BEFORE_EXPIRY.toSeconds())
                .first(row -> SqlConnection.instant(row, 1))
                .orElseThrow());
  }

  @Override
  public synchronized void onNotification(Consumer<CommitNotice> listener) {
    if (notifications == null) {
      notifications = new PostgresNotificationListener(connections, listener);
    }
  }

  /// Withdraws the presence of this orchestrator, so that the others need not wait for its timeout.
  private void leave() {
    try {
      database().read(sql -> new OrchestratorPresence(sql, id).withdraw());
    } catch (StoreUnavailable _) {
      // The others notice by the timeout.
    }
  }

  @Override
  public synchronized void close() {
    if (notifications != null) {
      notifications.close();
    }
    leave();
    super.close();
  }
}
