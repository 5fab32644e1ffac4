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
import dev.pawl.server.Commits;
import dev.pawl.server.runtime.Age;
import dev.pawl.server.runtime.Change;
import dev.pawl.server.runtime.Due;
import dev.pawl.server.runtime.Ready;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A store that an earlier Pawl has written is as it was, and goes on.
class SqliteUpgradeTest {

  @TempDir private Path directory;

  static IntStream earlier() {
    return IntStream.range(1, Migrations.SQLITE.current());
  }

  /// What a Pawl of that schema has left: runs that are over, and one whose process was killed.
  private Path written(int schema) throws SQLException, IOException {
    Path file = directory.resolve("pawl.db");
    try (var raw = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = raw.createStatement()) {
      for (int script = 1; script <= schema; script++) {
        statement.executeUpdate(Migrations.SQLITE.script(script));
      }
      try (var data = getClass().getResourceAsStream("sqlite-%03d-data.sql".formatted(schema))) {
        assertThat(data).as("data of schema " + schema).isNotNull();
        statement.executeUpdate(new String(data.readAllBytes(), StandardCharsets.UTF_8));
      }
      statement.executeUpdate("PRAGMA user_version = " + schema);
    }
    return file;
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void everyRunIsWhatItWas(int schema) throws Exception {
    Path file = written(schema);
    try (var store = SqliteStore.open(file, InstantSource.system(), "");
        var raw = DriverManager.getConnection("jdbc:sqlite:" + file)) {
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
    try (var store = SqliteStore.open(written(schema), InstantSource.system(), "")) {
      List<Ready> waiting = new ArrayList<>();
      List<Due> due = new ArrayList<>();
      var engine = new Engine(Deadlines.DEFAULT);
      for (RunReads.RunRow row : store.reads().latest(100)) {
        Run run = store.run(row.id()).orElseThrow();
        if (!run.isOver()) {
          due.addAll(store.due(Instant.parse("9999-01-01T00:00:00Z"), Due.FIRST, 10));
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
      assertThat(due).hasSize(1);
    }
  }

  @ParameterizedTest
  @MethodSource("earlier")
  void itGoesOnFromThere(int schema) throws Exception {
    try (var store = SqliteStore.open(written(schema), InstantSource.system(), "")) {
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
