package dev.pawl.server.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.core.command.EngineCommand;
import dev.pawl.core.identity.Actor;
import dev.pawl.core.identity.AttemptRef;
import dev.pawl.core.identity.LeaseRef;
import dev.pawl.server.ConditionAwaiter;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.doctor.DatabaseUnderTest;
import dev.pawl.server.store.Change;
import dev.pawl.server.store.CommitConflict;
import dev.pawl.server.store.sql.RunHeadContract;
import dev.pawl.server.store.sql.TableReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/// The heads of runs in PostgreSQL: one that moves without a write of its row is locked all the
/// same.
class PostgresRunHeadTest extends RunHeadContract {

  private static final LeaseRef LEASE = new LeaseRef(new AttemptRef(0, 1), 1);
  private static final Actor AGENT = Actor.agent(SampleCommits.AGENT);

  private final DatabaseUnderTest patient = DatabaseUnderTest.postgres();

  @Override
  public DatabaseUnderTest patient() {
    return patient;
  }

  /// Otherwise each of two commits could read what the other one changes.
  @Test
  void theHeadOfARunDoesNotMoveWhileACommitReadsIt() throws Exception {
    Change move = run.change(acknowledge());
    try (Connection reader = patient.connect()) {
      reader.setAutoCommit(false);
      execute(reader, "SELECT 1 FROM run FOR SHARE");
      CompletableFuture<Void> moved =
          CompletableFuture.runAsync(() -> SampleCommits.commit(store, move));
      waitsFor(reader);
      assertThat(rows.query("SELECT version FROM run_head"))
          .containsExactly(Long.toString(run.run().version()));
      reader.commit();
      moved.join();
    }
    assertThat(store.run(run.id())).contains(move.run());
  }

  /// The reader waits for the writer, and then sees what it has written.
  @Test
  void aReaderOfAHeadThatMovesMeanwhileConflicts() throws Exception {
    run.does(acknowledge()).does(new EngineCommand.StartAttempt(LEASE, AGENT));
    Change heartbeat = run.change(DrivenRun.heartbeatCommand());
    try (Connection writer = patient.connect()) {
      writer.setAutoCommit(false);
      execute(writer, "SELECT 1 FROM run FOR NO KEY UPDATE");
      CompletableFuture<Void> beats =
          CompletableFuture.runAsync(() -> SampleCommits.commit(store, heartbeat));
      waitsFor(writer);
      execute(
          writer,
          """
          INSERT INTO journal (aggregate, aggregate_id, seq, last_seq, decisions, version, commit_id, at,
                               transitions, hash)
          SELECT 'run', id, journal_seq + 1, journal_seq + 1, 1, version + 1, 'c',
                 '2026-01-01T00:00:00.000Z', '[]', 'next' FROM run_head
          """);
      writer.commit();
      assertThatThrownBy(beats::join).hasCauseInstanceOf(CommitConflict.class);
    }
  }

  private static void execute(Connection by, String statement) throws SQLException {
    try (var executed = by.createStatement()) {
      executed.execute(statement);
    }
  }

  /// Returns when another connection waits for a lock of this one.
  private void waitsFor(Connection holder) {
    String pid = new TableReader(holder).query("SELECT pg_backend_pid()").getFirst();
    ConditionAwaiter.is("somebody waits for it", () -> !waiting(pid).isEmpty());
  }

  private List<String> waiting(String pid) {
    return rows.query(
        "SELECT pid FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))".formatted(pid));
  }
}
