package dev.pawl.server.store.rows;

import dev.pawl.server.store.jdbc.SqlConnection;
import java.time.Duration;
import java.time.Instant;

/// Which runs an orchestrator looks after, of those that any may: so that several do not all do the
/// same, and find out at the commit. A preference and no more: what has waited for too long is
/// everybody's.
///
/// @param owner whose runs; empty for everybody's
/// @param index which of the orchestrators that are there it is, from 0
/// @param count how many are there
public record WorkPartition(String owner, int index, int count) {

  /// Whoever had it in its share has had it by then, or is not there to do it.
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  public static WorkPartition whole(String owner) {
    return new WorkPartition(owner, 0, 1);
  }

  /// That a row, with its owner and its run, is in the share, or has been there since `:waiting`.
  String condition(String time) {
    String owned = "(:owner = '' OR owner = :owner)";
    return count == 1
        ? owned
        : owned
            + " AND (%s < :waiting OR (hashtext(run_id) & 2147483647) %% %d = %d)"
                .formatted(time, count, index);
  }

  SqlConnection.Statement bind(SqlConnection.Statement statement, Instant now)
      throws java.sql.SQLException {
    statement.with("owner", owner);
    return count == 1 ? statement : statement.with("waiting", now.minus(PATIENCE));
  }
}
