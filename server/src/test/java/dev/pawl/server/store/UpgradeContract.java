package dev.pawl.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.engine.Actor;
import dev.pawl.core.engine.Command.CancelRun;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Decision;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.lifecycle.AttemptState;
import dev.pawl.core.run.Job;
import dev.pawl.core.run.Run;
import dev.pawl.core.run.RunId;
import dev.pawl.server.Commits;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Due;
import dev.pawl.server.runtime.Ready;
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
abstract class UpgradeContract {

  /// A store of what a Pawl of that schema has left: runs that are over, and one that is not.
  abstract SqlStore upgraded(int schema) throws Exception;

  /// A way past the last one.
  abstract Connection connect() throws SQLException;

  /// What a Pawl of that schema has written. One that changed nothing about these rows has nothing
  /// of its own: it wrote as the one before.
  static String data(Migrations migrations, int schema) throws IOException {
    String name = migrations.name().toLowerCase(Locale.ROOT);
    for (int written = schema; written > 0; written--) {
      try (var data =
          UpgradeContract.class.getResourceAsStream("%s-%03d-data.sql".formatted(name, written))) {
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
      var runs = store.reads().latest(100);
      assertThat(runs).extracting(RunReads.RunRow::state).contains("success", "running");
      for (RunReads.RunRow row : runs) {
        new Rows(raw).agreeWith(store.run(row.id()).orElseThrow());
        assertThat(store.reads().firstBrokenEntry(row.id())).isEmpty();
        assertThat(store.reads().transitions(row.id())).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void whatWaitedIsFoundAndWhatWasDueIsDue(int schema) throws Exception {
    try (SqlStore store = upgraded(schema)) {
      List<Ready> waiting = new ArrayList<>();
      List<RunId> open = new ArrayList<>();
      var engine = new Engine(Deadlines.DEFAULT);
      for (RunReads.RunRow row : store.reads().latest(100)) {
        Run run = store.run(row.id()).orElseThrow();
        if (!run.isOver()) {
          open.add(run.id());
          assertThat(engine.nextDue(run)).isPresent();
        }
        for (Job job : run.jobs()) {
          if (job.attempt().state() == AttemptState.QUEUED) {
            waiting.add(Ready.of(run, job));
          }
        }
      }
      assertThat(waiting).isNotEmpty();
      assertThat(store.ready(Age.FIRST, 100)).isEqualTo(waiting);
      assertThat(store.due(Instant.parse("9999-01-01T00:00:00Z"), Due.FIRST, 10))
          .extracting(Due::run)
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(open);
    }
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void itGoesOnFromThere(int schema) throws Exception {
    try (SqlStore store = upgraded(schema)) {
      var open =
          store.reads().latest(100).stream()
              .filter(row -> row.state().equals("running"))
              .findFirst()
              .orElseThrow();
      var engine = new Engine(Deadlines.DEFAULT);
      var command = new CancelRun(Actor.person("ana"), true, "enough");
      Run run = store.run(open.id()).orElseThrow();
      Instant now = store.now();
      var accepted = (Decision.Accepted) engine.decide(run, command, store, now);
      Commits.commit(store, new Change(accepted, now, engine.nextDue(accepted.run())));
      assertThat(store.run(open.id())).contains(accepted.run());
      assertThat(store.reads().firstBrokenEntry(open.id())).isEmpty();
      assertThat(store.ready(Age.FIRST, 100)).isEmpty();
    }
  }
}
