package dev.pawl.server.store;

import dev.pawl.core.engine.Deadlines;
import dev.pawl.server.runtime.Commit;
import dev.pawl.server.runtime.Ids;
import dev.pawl.server.runtime.StoreFailure;
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

  private final PostgresConnections connections;
  private final String id = new Ids(InstantSource.system()).next();
  private volatile Reading reading;
  private Instant latest = Instant.MIN;
  private volatile Share share = Share.of("");
  private @Nullable PostgresNews news;
  private volatile Instant headsSince = Instant.MIN;

  private PostgresStore(PostgresConnections connections) {
    super(PostgresDatabase.open(connections), "");
    this.connections = connections;
    this.reading = ask();
  }

  /// Opens the database at a JDBC address, making or upgrading its tables if need be.
  ///
  /// @throws StoreFailure if it cannot be opened
  public static PostgresStore open(String url) {
    return open(new PostgresConnections(url));
  }

  static PostgresStore open(PostgresConnections connections) {
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
            sql.of("SELECT clock_timestamp()")
                .first(row -> new Reading(Sql.instant(row, 1), System.nanoTime()))
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
  public Instant served(Instant now) {
    reading = ask();
    if (headsSince.plus(AgentRetention.LEAST.dividedBy(2)).isBefore(now)) {
      forgetHeads();
      headsSince = now;
    }
    return change(sql -> {
      share = new Presence(sql, id).at(now);
      return sql.of(
              """
              UPDATE service
              SET since = CASE WHEN :now > last_at + make_interval(secs => :gap) THEN :now ELSE since END,
                  last_at = greatest(last_at, :now)
              RETURNING since
              """)
          .with("now", now)
          .with("gap", (double) Deadlines.SERVED.toSeconds())
          .first(row -> Sql.instant(row, 1))
          .orElseThrow();
    });
  }

  @Override
  Share share() {
    return share;
  }

  /// Since when there has been an orchestrator without a gap, to somebody who is none: now, if
  /// there is none now.
  public Instant servedSince() {
    return database()
        .read(sql ->
            sql.of(
                    """
                    SELECT CASE WHEN clock_timestamp() > last_at + make_interval(secs => :gap)
                                THEN clock_timestamp() ELSE since END
                    FROM service
                    """)
                .with("gap", (double) Deadlines.SERVED.toSeconds())
                .first(row -> Sql.instant(row, 1))
                .orElseThrow());
  }

  @Override
  public synchronized void onNews(Runnable listener) {
    if (news == null) {
      news = new PostgresNews(connections, listener);
    }
  }

  /// So that the others know at once; if not, they find out.
  private void leave() {
    try {
      database().read(sql -> new Presence(sql, id).end());
    } catch (StoreFailure _) {
      // They find out.
    }
  }

  @Override
  void write(Sql sql, Writes writes, Commit commit) throws SQLException {
    new PostgresWriter(sql).write(writes, commit.isNews() && share.count() > 1);
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
