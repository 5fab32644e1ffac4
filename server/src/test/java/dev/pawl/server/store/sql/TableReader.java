package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.lifecycle.StepState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import dev.pawl.server.store.jdbc.SqlConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads and changes tables directly, through a connection of its own.
public final class TableReader {

  private final Connection connection;

  public TableReader(Connection connection) {
    this.connection = connection;
  }

  /// All rows of a query, their columns joined by `|`.
  public List<String> query(String query) {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      List<String> list = new ArrayList<>();
      while (rows.next()) {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          columns.add(text(rows.getObject(column)));
        }
        list.add(String.join("|", columns));
      }
      return list;
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  /// Formats times as SQLite stores them.
  private static String text(@Nullable Object value) {
    return value instanceof Timestamp time
        ? SqlConnection.time(time.toInstant())
        : String.valueOf(value);
  }

  public void execute(String statement) throws SQLException {
    try (var change = connection.createStatement()) {
      change.executeUpdate(statement);
    }
  }

  /// Asserts that the rows of a run match the run.
  public void assertMatches(Run run) {
    assertThat(
            query(
                """
                SELECT state, run_head.version FROM run JOIN run_head USING (id) WHERE run.id = '%s'
                """
                    .formatted(run.id())))
        .containsExactly(Machine.wireName(run.state()) + "|" + run.version());
    List<String> attempts = new ArrayList<>();
    List<String> leases = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    for (Job job : run.jobs()) {
      attempts.add(attempt(job));
      if (job.attempt() instanceof Attempt.WithAgent held) {
        leases.add(lease(job, held));
      }
      stepsOf(job.attempt()).stream()
          .filter(step -> step.state() != StepState.PENDING)
          .forEach(step -> steps.add(step(job, step)));
    }
    String where = " WHERE run_id = '" + run.id() + "' ";
    assertThat(
            query(
                "SELECT job, job_id, attempt, state, since, until FROM attempt"
                    + where
                    + "AND is_current = 1 ORDER BY job"))
        .isEqualTo(attempts);
    assertThat(
            query(
                "SELECT job, lease, state, agent, renewed_at FROM lease"
                    + where
                    + "AND state IN ('granted', 'active') ORDER BY job"))
        .isEqualTo(leases);
    assertThat(
            query(
                "SELECT job, step, step_type, own.name, own.state, tries"
                    + " FROM step own JOIN attempt USING (run_id, job, attempt)"
                    + where
                    + "AND is_current = 1 ORDER BY job, step"))
        .isEqualTo(steps);
  }

  private static String attempt(Job job) {
    Attempt attempt = job.attempt();
    Optional<Instant> until =
        attempt instanceof Attempt.Idle idle ? idle.until() : Optional.empty();
    return "%d|%s|%d|%s|%s|%s"
        .formatted(
            job.index(),
            job.planned().id(),
            attempt.number(),
            Machine.wireName(attempt.state()),
            SqlConnection.time(attempt.since()),
            until.map(at -> SqlConnection.time(at)).orElse("null"));
  }

  private static String lease(Job job, Attempt.WithAgent held) {
    return "%d|%d|%s|%s|%s"
        .formatted(
            job.index(),
            held.lease().number(),
            Machine.wireName(held.lease().state()),
            held.lease().agent(),
            SqlConnection.time(held.lease().renewedAt()));
  }

  private static String step(Job job, Step step) {
    return "%d|%d|%s|%s|%s|%d"
        .formatted(
            job.index(),
            step.index(),
            step.type().wireName(),
            step.name(),
            Machine.wireName(step.state()),
            step.tries());
  }

  private static List<Step> stepsOf(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Idle _ -> List.of();
      case Attempt.WithAgent held -> held.steps();
      case Attempt.Ended ended -> ended.steps();
    };
  }
}
