package dev.pawl.server.store.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.engine.Deadlines;
import dev.pawl.core.engine.Engine;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.RunId;
import dev.pawl.core.run.Run;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.doctor.Doctor;
import dev.pawl.server.store.retention.RunRetention.RetentionPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The pruning of runs.
abstract class RunRetentionContract extends RetentionTestBase {

  private static final Instant LATER = SampleCommits.BEGINNING.plus(Duration.ofDays(40));

  @BeforeEach
  void registerAgent() {
    SampleCommits.register(store, SampleCommits.AGENT, 1000, "linux");
  }

  private DrivenRun ended(String id, long day) {
    DrivenRun run = new DrivenRun(store, id).after(Duration.ofDays(day));
    return run.planned(SamplePlans.buildThenTest()).running().failed();
  }

  /// Deletes all effects, as if they were delivered.
  private void delivered() throws SQLException {
    rows.execute("DELETE FROM effect");
  }

  private List<String> pruned(RetentionPolicy policy) {
    List<String> pruned = new ArrayList<>();
    long count = store.retention().prune(policy, LATER, run -> pruned.add(run.value()));
    assertThat(count).isEqualTo(pruned.size());
    var doctor = new Doctor(store, new Engine(Deadlines.DEFAULT));
    assertThat(doctor.check(true, SampleCommits.BEGINNING).findings()).isEmpty();
    return pruned;
  }

  @Test
  void oldRunsArePrunedOldestFirst() throws SQLException {
    ended("r-young", 30);
    ended("r-old", 2);
    ended("r-oldest", 1);
    delivered();
    assertThat(store.retention().ended(Optional.empty(), 2))
        .extracting(run -> run.id().value())
        .containsExactly("r-oldest", "r-old");
    assertThat(store.retention().prunable(RetentionPolicy.days(20), LATER)).isEqualTo(2);
    assertThat(pruned(RetentionPolicy.days(20))).containsExactly("r-oldest", "r-old");
    assertThat(pruned(RetentionPolicy.days(20))).isEmpty();
    assertThat(rows.query("SELECT id FROM run")).containsExactly("r-young");
    for (String table : List.of("attempt", "step")) {
      assertThat(rows.query("SELECT DISTINCT run_id FROM " + table)).containsExactly("r-young");
    }
    assertThat(rows.query("SELECT DISTINCT aggregate_id FROM journal WHERE aggregate = 'run'"))
        .containsExactly("r-young");
  }

  @Test
  void aPrunedRunLeavesTheEndOfItsJournal() throws SQLException {
    ended("r-old", 1);
    delivered();
    List<String> head = rows.query("SELECT id, number, state, journal_seq, journal_hash FROM run");
    Run known = store.run(new RunId("r-old")).orElseThrow();
    pruned(RetentionPolicy.days(1));
    assertThat(store.refresh(known)).isEmpty();
    assertThat(
            rows.query("SELECT aggregate_id, number, state, journal_seq, journal_hash FROM pruned"))
        .isEqualTo(head);
    assertThat(store.queries().find("1")).isEmpty();
    assertThat(store.queries().findPruned("1").orElseThrow().state()).isEqualTo("failed");
    assertThat(store.retention().endedAt(new RunId("r-old"))).isPresent();
    assertThat(store.retention().endedAt(new RunId("nobody"))).isEmpty();
    assertThat(store.queries().findPruned("r-old-")).isEmpty();
    assertThat(store.queries().findPruned("nobody")).isEmpty();
    assertThat(store.run(new RunId("r-old"))).isEmpty();
  }

  @Test
  void theLatestRunsAreKeptByCount() throws SQLException {
    for (int day = 1; day <= 5; day++) {
      ended("run-" + day, day);
    }
    delivered();
    assertThat(pruned(RetentionPolicy.runs(5))).isEmpty();
    assertThat(pruned(RetentionPolicy.runs(2))).containsExactly("run-1", "run-2", "run-3");
    assertThat(pruned(RetentionPolicy.runs(0))).containsExactly("run-4", "run-5");
  }

  @Test
  void theLatestRunsAreKeptBySize() throws SQLException {
    for (int day = 1; day <= 4; day++) {
      ended("run-" + day, day);
    }
    delivered();
    long all =
        Long.parseLong(
            rows.query("SELECT sum(length(transitions)) FROM journal WHERE aggregate = 'run'")
                .getFirst());
    assertThat(pruned(RetentionPolicy.bytes(all))).isEmpty();
    assertThat(pruned(RetentionPolicy.bytes(all / 2))).containsExactly("run-1", "run-2");
  }

  @Test
  void manyRunsArePrunedInSeveralTransactions() throws SQLException {
    for (int run = 0; run < 450; run++) {
      new DrivenRun(store, "run-%03d".formatted(run))
          .does(new EngineCommand.StartPlanning())
          .does(new EngineCommand.CancelRun(Actor.person("ops"), true, "enough"));
    }
    delivered();
    assertThat(pruned(RetentionPolicy.days(1))).hasSize(450).isSorted();
    assertThat(rows.query("SELECT count(*) FROM pruned")).containsExactly("450");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE run SET due_at = '2026-01-01T00:00:00.000Z' WHERE id = 'r-old'",
        "UPDATE attempt SET lease_state = 'active', is_leased = 1 WHERE run_id = 'r-old'",
        "UPDATE attempt SET is_queued = 1 WHERE run_id = 'r-old' AND job = 0",
        "INSERT INTO member VALUES ('default:#g', 'r-old', -1, 0, '', 1, 1, 1, 'placed', 0)",
        "INSERT INTO effect (aggregate, aggregate_id, kind, body, at)"
            + " VALUES ('run', 'r-old', 'report', '{}', '2026-01-01T00:00:00.000Z')",
        "UPDATE run SET ended_at = NULL WHERE id = 'r-old'",
        "UPDATE run SET trigger_key = 'a delivery', created_at = '2026-02-09T12:00:00.000Z'"
            + " WHERE id = 'r-old'",
        "INSERT INTO run SELECT 'r-again', org, number, 2, 1, max_retries, 0, id, workflow, file, event, '', repository, branch, commit_sha, forge,"
            + " actor, owner, created_at, 'queued', 'pending', reason, message, since, NULL, NULL, 1, 0, '' FROM run WHERE id = 'r-old'"
      })
  void aRunThatIsStillNeededStays(String statement) throws SQLException {
    new DrivenRun(store, "r-group").planned(SamplePlans.inGroup("g"));
    ended("r-old", 1);
    rows.execute("DELETE FROM effect");
    rows.execute(statement);
    assertThat(store.retention().prunable(RetentionPolicy.days(1), LATER)).isZero();
    assertThat(store.retention().prune(RetentionPolicy.days(1), LATER, _ -> {})).isZero();
    assertThat(rows.query("SELECT id FROM run WHERE id = 'r-old'")).hasSize(1);
    assertThat(rows.query("SELECT count(*) FROM pruned")).containsExactly("0");
  }
}
