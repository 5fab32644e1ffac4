package dev.pawl.server.store.audit;

import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Compares stored columns with replayed ones, with the exceptions for columns that no journal has.
final class ColumnComparison {

  private static final int IS_LEASED = SqlTable.ATTEMPT.indexOf("is_leased");

  static boolean isAsExpected(
      SqlTable table, Column column, @Nullable Object expected, @Nullable Object stored) {
    if (stored instanceof RowComparison.UnreadableTime) {
      return false;
    }
    if (isRowOnly(table, column)) {
      return true;
    }
    if (isAtLeast(table, column)) {
      return millis(stored) >= millis(expected);
    }
    if (table == SqlTable.RUN && column.name().equals("due_at") && expected != null) {
      // Heartbeats leave an earlier time than needed. A later one would miss a deadline.
      return stored != null && millis(stored) <= millis(expected);
    }
    return Objects.equals(normalized(expected), normalized(stored));
  }

  /// Whether the column is in no journal: the origin of a run, the liveness of a lease, the order
  /// of an agent's leases, and when an agent may get leases again.
  static boolean isRowOnly(SqlTable table, Column column) {
    return switch (column.name()) {
      case "agent_version", "last_seq" -> table == SqlTable.ATTEMPT;
      case "ask_again_at" -> table == SqlTable.AGENT;
      default -> table == SqlTable.RUN && column.rule() == SqlTable.UpdateRule.FIXED;
    };
  }

  /// Whether the stored value may be later than the replayed one: heartbeats are in no journal.
  private static boolean isAtLeast(SqlTable table, Column column) {
    return table == SqlTable.ATTEMPT && column.name().equals("renewed_at");
  }

  /// Whether a row of table `attempt` has a live lease.
  static boolean isLeased(@Nullable Object[] attempt) {
    return Long.valueOf(1).equals(normalized(attempt[IS_LEASED]));
  }

  private static long millis(@Nullable Object time) {
    return time instanceof Instant instant ? instant.toEpochMilli() : Long.MIN_VALUE;
  }

  /// Removes differences of type and precision. PostgreSQL's text cannot hold the character NUL.
  private static @Nullable Object normalized(@Nullable Object value) {
    return switch (value) {
      case Integer number -> number.longValue();
      case Instant instant -> instant.truncatedTo(ChronoUnit.MILLIS);
      case String text -> text.replace('\0', '\uFFFD');
      case null, default -> value;
    };
  }

  private ColumnComparison() {}
}
