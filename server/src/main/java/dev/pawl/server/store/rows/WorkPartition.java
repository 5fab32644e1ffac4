package dev.pawl.server.store.rows;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.time.Duration;
import java.time.Instant;

/// The part of the runs that one of several orchestrators polls first, so that they do not all do
/// the same work and conflict at the commit. It is a preference only: every orchestrator polls runs
/// that have waited for too long.
///
/// @param owner the orchestrator whose runs are polled; empty for all runs
/// @param index of this orchestrator among those that are running, from 0
/// @param count of running orchestrators
public record WorkPartition(String owner, int index, int count) {

  /// After this time, the orchestrator whose part a run is in has polled it, or is not running.
  private static final Duration HEAD_START = Duration.ofSeconds(2);

  public static WorkPartition whole(String owner) {
    return new WorkPartition(owner, 0, 1);
  }

  /// The SQL condition that a row of table `run`, or one joined to it, is in this part, or waits
  /// since before `:waiting`.
  String condition(String time) {
    String owned = "(:owner = '' OR run.owner = :owner)";
    return count == 1
        ? owned
        : owned
            + " AND (%s < :waiting OR (hashtext(run.id) & 2147483647) %% %d = %d)"
                .formatted(time, count, index);
  }

  SqlConnection.Statement bind(SqlConnection.Statement statement, Instant now)
      throws java.sql.SQLException {
    statement.with("owner", owner);
    return count == 1 ? statement : statement.with("waiting", now.minus(HEAD_START));
  }
}
