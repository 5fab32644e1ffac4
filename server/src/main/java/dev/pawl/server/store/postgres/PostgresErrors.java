package dev.pawl.server.store.postgres;

import dev.pawl.server.store.StoreUnavailable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// Classifies PostgreSQL's errors by their SQL states, and translates them into messages for
/// people.
final class PostgresErrors {

  /// Whether the connection cannot be used any more.
  static boolean isConnectionLost(SQLException e) {
    @Nullable String state = e.getSQLState();
    return state == null
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.equals("25P03") // idle in a transaction for too long
        || state.equals("25006"); // read-only: not the primary any more
  }

  /// Whether the transaction was aborted in favour of another one.
  static boolean isDeadlock(SQLException e) {
    @Nullable String state = e.getSQLState();
    return state != null
        && (state.equals("40P01") || state.equals("40001") || state.equals("55P03"));
  }

  /// Whether the database rejects the data: by a constraint or trigger (23, P0001), as invalid
  /// (22), or as too much (54).
  static boolean isDataRejected(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return state.startsWith("22")
        || state.startsWith("23")
        || state.startsWith("54")
        || state.equals("P0001");
  }

  /// The message for people, without its details, which show the rejected row.
  static String withoutDetails(SQLException e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof PSQLException server) {
      @Nullable ServerErrorMessage error = server.getServerErrorMessage();
      @Nullable String text = error == null ? null : error.getMessage();
      return text == null ? message : text;
    }
    return message;
  }

  /// @param action that failed: `cannot read`
  static StoreUnavailable unavailable(String action, SQLException e) {
    return new StoreUnavailable("%s the database: %s".formatted(action, reason(e)), e);
  }

  private static String reason(SQLException e) {
    String state = String.valueOf(e.getSQLState());
    return switch (state) {
      case "28P01", "28000" -> "it rejects the user or password: " + e.getMessage();
      case "3D000" -> "there is no such database: " + e.getMessage();
      case "25006" -> "it is read-only";
      case "53100" -> "its disk is full";
      case "53300" -> "it has no free connection";
      case "57014" ->
          "a statement took longer than %d s"
              .formatted(PostgresConnectionPool.STATEMENT_TIMEOUT.toSeconds());
      case "25P03" -> "it aborted a transaction that was idle";
      case "57P01", "57P02", "57P03" -> "it is stopping or starting";
      default -> {
        String message = String.valueOf(e.getMessage());
        if (!state.startsWith("08") && !state.equals("null")) {
          yield message;
        }
        // The driver has reached servers, but none that accepts writes.
        yield message.contains("targetServerType") ? "it is read-only" : "it cannot be reached";
      }
    };
  }

  private PostgresErrors() {}
}
