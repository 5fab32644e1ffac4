package dev.pawl.server.store.postgres;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.IdGenerator;
import dev.pawl.server.store.Commit;
import dev.pawl.server.store.StoreUnavailable;
import dev.pawl.server.store.jdbc.SqlConnection;
import dev.pawl.server.store.jdbc.WriteBatch;
import dev.pawl.server.store.retention.AgentRetention;
import dev.pawl.server.store.rows.WorkPartition;
import dev.pawl.server.store.sql.SqlStore;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/// The store that several orchestrators share: a PostgreSQL. They are all alike, and what they must
/// agree on, a transaction agrees on.
///
/// Its time is the database's, so that orchestrators whose clocks differ have one: asked for with
/// every poll, and counted on in between.
public final class PostgresStore extends SqlStore {

  /// The time of the database at a moment of this machine's own, which counts on by itself.
  private record Reading(Instant time, long nanos) {}

  private final PostgresConnectionPool connections;
  private final String id = new IdGenerator(InstantSource.system()).next();
  private volatile Reading reading;
  private Instant latest = Instant.MIN;
  private volatile WorkPartition share = WorkPartition.whole("");
  private @Nullable PostgresNotificationListener news;
  private volatile Instant headsSince = Instant.MIN;

  private PostgresStore(PostgresConnectionPool connections) {
    super(PostgresDatabase.open(connections), "");
    this.connections = connections;
    this.reading = ask();
  }

  /// Opens the database at a JDBC address, making or upgrading its tables if need be.
  ///
  /// @throws StoreFailure if it cannot be opened
  public static PostgresStore open(String url) {
    return open(new PostgresConnectionPool(url));
  }

  public static PostgresStore open(PostgresConnectionPool connections) {
    try {
      return new PostgresStore(connections);
    } catch (RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private Reading ask() {
    return database()
        .read(sql ->
            sql.statement("SELECT clock_timestamp()")
                .first(row -> new Reading(SqlConnection.instant(row, 1), System.nanoTime()))
                .orElseThrow());
  }

  @Override
  public synchronized Instant now() {
    Reading last = reading;
    Instant now =
        Instant.ofEpochMilli(
            last.time().plusNanos(System.nanoTime() - last.nanos()).toEpochMilli());
    latest = now.isAfter(latest) ? now : latest;
    return latest;
  }

  @Override
  public Instant recordPresence(Instant now) {
    reading = ask();
    if (headsSince.plus(AgentRetention.LEAST.dividedBy(2)).isBefore(now)) {
      forgetHeads();
      headsSince = now;
    }
    return transactRepeatable(sql -> {
      share = new OrchestratorPresence(sql, id).announce(now);
      return sql.statement(
              """
              UPDATE service
              SET since = CASE WHEN :now > last_at + make_interval(secs => :gap) THEN :now ELSE since END,
                  last_at = greatest(last_at, :now)
              RETURNING since
              """)
          .with("now", now)
          .with("gap", (double) Deadlines.SERVED.toSeconds())
          .first(row -> SqlConnection.instant(row, 1))
          .orElseThrow();
    });
  }

  @Override
  public WorkPartition partition() {
    return share;
  }

  /// Since when there has been an orchestrator without a gap, to somebody who is none: now, if
  /// there is none now.
  public Instant servedSince() {
    return database()
        .read(sql ->
            sql.statement(
                    """
                    SELECT CASE WHEN clock_timestamp() > last_at + make_interval(secs => :gap)
                                THEN clock_timestamp() ELSE since END
                    FROM service
                    """)
                .with("gap", (double) Deadlines.SERVED.toSeconds())
                .first(row -> SqlConnection.instant(row, 1))
                .orElseThrow());
  }

  @Override
  public synchronized void onNotification(Runnable listener) {
    if (news == null) {
      news = new PostgresNotificationListener(connections, listener);
    }
  }

  /// So that the others know at once; if not, they find out.
  private void leave() {
    try {
      database().read(sql -> new OrchestratorPresence(sql, id).withdraw());
    } catch (StoreUnavailable _) {
      // They find out.
    }
  }

  @Override
  public void write(SqlConnection sql, WriteBatch writes, Commit commit) throws SQLException {
    new PostgresBatchWriter(sql).write(writes, commit.wakesOthers() && share.count() > 1);
  }

  @Override
  public synchronized void close() {
    if (news != null) {
      news.close();
    }
    leave();
    super.close();
  }
}
