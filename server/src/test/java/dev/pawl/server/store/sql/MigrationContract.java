package dev.pawl.server.store.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand.CancelRun;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.DueRun;
import dev.pawl.server.store.Migrations;
import dev.pawl.server.store.QueuePosition;
import dev.pawl.server.store.QueuedAttempt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A store that an earlier Pawl has written is as it was, and goes on.
public abstract class MigrationContract {

  /// A store of what a Pawl of that schema has left: runs that are over, and one that is not.
  public abstract SqlStore upgraded(int schema) throws Exception;

  /// A way past the last one.
  public abstract Connection connect() throws SQLException;

  /// What a Pawl of that schema has written. One that changed nothing about these rows has nothing
  /// of its own: it wrote as the one before.
  public static String data(Migrations migrations, int schema) throws IOException {
    String name = migrations.name().toLowerCase(Locale.ROOT);
    for (int written = schema; written > 0; written--) {
      try (var data =
          MigrationContract.class.getResourceAsStream(
              "%s-%03d-data.sql".formatted(name, written))) {
        if (data != null) {
          return new String(data.readAllBytes(), StandardCharsets.UTF_8);
        }
      }
    }
    throw new AssertionError("there is no data of schema " + schema);
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void everyRunIsWhatItWas(int schema) throws Exception {
    try (SqlStore store = upgraded(schema);
        Connection raw = connect()) {
      var runs = store.queries().latest(100);
      assertThat(runs).extracting(RunQueries.RunRow::state).contains("success", "running");
      for (RunQueries.RunRow row : runs) {
        new TableReader(raw).assertMatches(store.run(row.id()).orElseThrow());
        assertThat(store.queries().firstBrokenEntry(row.id())).isEmpty();
        assertThat(store.queries().transitions(row.id())).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void whatWaitedIsFoundAndWhatWasDueIsDue(int schema) throws Exception {
    try (SqlStore store = upgraded(schema)) {
      List<QueuedAttempt> waiting = new ArrayList<>();
      List<RunId> open = new ArrayList<>();
      var engine = new Engine(Deadlines.DEFAULT);
      for (RunQueries.RunRow row : store.queries().latest(100)) {
        Run run = store.run(row.id()).orElseThrow();
        if (!run.isOver()) {
          open.add(run.id());
          assertThat(engine.nextDue(run)).isPresent();
        }
        for (Job job : run.jobs()) {
          if (job.attempt().state() == AttemptState.QUEUED) {
            waiting.add(QueuedAttempt.of(run, job));
          }
        }
      }
      assertThat(waiting).isNotEmpty();
      assertThat(store.queuedAttempts(QueuePosition.FIRST, 100)).isEqualTo(waiting);
      assertThat(store.dueRuns(Instant.parse("9999-01-01T00:00:00Z"), DueRun.FIRST, 10))
          .extracting(DueRun::run)
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(open);
    }
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void itGoesOnFromThere(int schema) throws Exception {
    try (SqlStore store = upgraded(schema)) {
      var open =
          store.queries().latest(100).stream()
              .filter(row -> row.state().equals("running"))
              .findFirst()
              .orElseThrow();
      var engine = new Engine(Deadlines.DEFAULT);
      var command = new CancelRun(Actor.person("ana"), true, "enough");
      Run run = store.run(open.id()).orElseThrow();
      Instant now = store.now();
      var accepted = (Decision.Accepted) engine.decide(run, command, store, now);
      SampleCommits.commit(store, new Change(accepted, now, engine.nextDue(accepted.run())));
      assertThat(store.run(open.id())).contains(accepted.run());
      assertThat(store.queries().firstBrokenEntry(open.id())).isEmpty();
      assertThat(store.queuedAttempts(QueuePosition.FIRST, 100)).isEmpty();
    }
  }
}
