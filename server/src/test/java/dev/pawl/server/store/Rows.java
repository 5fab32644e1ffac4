package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.attempt.Attempt;
import dev.pawl.core.lifecycle.Machine;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.step.Step;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// The tables, seen past the store: through a connection of its own.
final class Rows {

  private final Connection connection;

  Rows(Connection connection) {
    this.connection = connection;
  }

  /// Every row of a query, its columns joined by `|`.
  List<String> of(String query) {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      List<String> list = new ArrayList<>();
      while (rows.next()) {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          columns.add(String.valueOf(rows.getObject(column)));
        }
        list.add(String.join("|", columns));
      }
      return list;
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  void change(String statement) throws SQLException {
    try (var change = connection.createStatement()) {
      change.executeUpdate(statement);
    }
  }

  /// The rows of a run say what the run says.
  void agreeWith(Run run) {
    String where = " WHERE run_id = '" + run.id() + "' ";
    assertThat(of("SELECT state, version FROM run WHERE id = '" + run.id() + "'"))
        .containsExactly(Machine.wireName(run.state()) + "|" + run.version());
    List<String> attempts = new ArrayList<>();
    List<String> leases = new ArrayList<>();
    List<String> steps = new ArrayList<>();
    for (Job job : run.jobs()) {
      attempts.add(job.index() + "|" + Machine.wireName(job.attempt().state()));
      if (job.attempt() instanceof Attempt.WithAgent held) {
        leases.add(
            "%d|%d|%s|%s"
                .formatted(
                    job.index(),
                    held.lease().number(),
                    Machine.wireName(held.lease().state()),
                    Sql.time(held.lease().renewedAt())));
      }
      for (Step step : stepsOf(job.attempt())) {
        steps.add(job.index() + "|" + step.index() + "|" + Machine.wireName(step.state()));
      }
    }
    assertThat(of("SELECT job, state FROM attempt" + where + "ORDER BY job")).isEqualTo(attempts);
    assertThat(
            of(
                "SELECT job, lease, state, renewed_at FROM lease"
                    + where
                    + "AND ended_at IS NULL ORDER BY job"))
        .isEqualTo(leases);
    assertThat(of("SELECT job, step, state FROM step" + where + "ORDER BY job, step"))
        .isEqualTo(steps);
  }

  private static List<Step> stepsOf(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Idle _ -> List.of();
      case Attempt.WithAgent held -> held.steps();
      case Attempt.Ended ended -> ended.steps();
    };
  }
}
