package dev.pawl.server.store.audit;

import dev.pawl.core.lifecycle.LeaseMachine;
import dev.pawl.core.lifecycle.LeaseState;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.server.store.jdbc.SqlTable;
import dev.pawl.server.store.jdbc.SqlTable.Column;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Which columns a journal tells, and which of them only the rows know.
final class ColumnComparison {

  static boolean isAsExpected(
      SqlTable table, Column column, @Nullable Object expected, @Nullable Object stored) {
    if (isRowOnly(table, column)) {
      return true;
    }
    if (isAtLeast(table, column)) {
      return millis(stored) >= millis(expected);
    }
    if (table == SqlTable.DUE && column.name().equals("at")) {
      // An earlier look than needed is what a heartbeat leaves; a later one misses a deadline.
      return millis(stored) <= millis(expected);
    }
    return Objects.equals(plain(expected), plain(stored));
  }

  /// What a run came from is in its row alone, and so is how alive a lease is; the order in which
  /// an agent took its leases; and when it may be asked again.
  static boolean isRowOnly(SqlTable table, Column column) {
    return switch (column.name()) {
      case "agent_version", "last_seq" -> table == SqlTable.LEASE;
      case "ask_again_at" -> table == SqlTable.AGENT;
      default -> table == SqlTable.RUN && column.rule() == SqlTable.UpdateRule.FIXED;
    };
  }

  /// Heartbeats are in no journal.
  private static boolean isAtLeast(SqlTable table, Column column) {
    return table == SqlTable.LEASE && column.name().equals("renewed_at");
  }

  /// Whether a row of leases is of one that is not over.
  static boolean isLive(@Nullable Object[] lease) {
    int state = SqlTable.LEASE.columns().stream().map(Column::name).toList().indexOf("state");
    var wireName = (String) Objects.requireNonNull(lease[state]);
    return !LeaseMachine.MACHINE.isTerminal(Machine.ofWireName(LeaseState.class, wireName));
  }

  private static long millis(@Nullable Object time) {
    return time instanceof Instant instant ? instant.toEpochMilli() : Long.MIN_VALUE;
  }

  /// The same, whichever way it was read or made; PostgreSQL's text holds every character but one.
  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Integer number -> number.longValue();
      case Instant instant -> instant.truncatedTo(ChronoUnit.MILLIS);
      case String text -> text.replace('\0', '\uFFFD');
      case null, default -> value;
    };
  }

  private ColumnComparison() {}
}
