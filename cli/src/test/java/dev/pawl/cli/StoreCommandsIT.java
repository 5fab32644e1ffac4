package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.workspace.DirectoryDeletion;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import dev.pawl.server.DrivenRun;
import dev.pawl.server.SampleCommits;
import dev.pawl.server.SamplePlans;
import dev.pawl.server.store.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Tests of `pawl doctor`, `prune` and `backup`.
class StoreCommandsIT extends EndToEndFixture {

  private void aRun() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: echo hi } ] } } }");
    pawl("run", "w.yml").exits(0);
  }

  private void damage(String statement) throws SQLException {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(".pawl/pawl.db"));
        var change = connection.createStatement()) {
      change.executeUpdate(statement);
    }
  }

  /// The first commit fails, that of the agent, before the run is created.
  @Test
  void aRunWhoseStoreRejectsEverythingEnds() throws SQLException {
    aRun();
    damage("ALTER TABLE journal RENAME TO elsewhere");
    packaged("run", "w.yml").exits(3).complains("pawl: ");
  }

  @Test
  void damagedRowsAreReportedAndRepaired() throws SQLException {
    aRun();
    packaged("doctor").exits(0).says("healthy");
    damage("UPDATE attempt SET state = 'failed'");
    packaged("doctor")
        .exits(1)
        .says("state is 'failed', but 'success' according to the journal")
        .says("--repair");
    packaged("doctor").exits(1);
    packaged("doctor", "--repair").exits(0).says("repaired: rebuilt 1 row").says("healthy");
    pawl("history").exits(0).says("REBUILD");
    JsonNode healthy = json("doctor", "--all", "--json");
    assertThat(healthy.get("healthy").asBoolean()).isTrue();
    assertThat(healthy.get("findings").size()).isZero();
  }

  @Test
  void theDoctorResetsABreakerThatHasJustOpened() {
    String job =
        "{ runs-on: local, continue-on-error: true, steps: [ { tool: { name: npm },"
            + " run: 'echo No space left on device; exit 1' } ] }";
    String jobs =
        IntStream.range(0, 5)
            .mapToObj(i -> "  j%d: %s\n".formatted(i, job))
            .collect(Collectors.joining());
    write("w.yml", "on: push\njobs:\n" + jobs);
    pawl("run", "w.yml");
    pawl("doctor").exits(0);
    pawl("doctor", "--repair", "--reset", "maven")
        .exits(2)
        .complains("no step has used the tool 'maven'");
    pawl("doctor", "--repair", "--reset", "npm")
        .exits(0)
        .says("breaker_open: is open since")
        .says("repaired: reset: the breaker is closed");
    pawl("doctor", "--repair", "--reset", "npm").exits(0).says("is healthy");
  }

  @Test
  void aProfileOfTheProjectDecidesAboutItsTool() {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: x, continue-on-error: true, steps: [ { tool: { name: npm }, run: exit 75 } ] }
          b: { runs-on: x, needs: a, if: always(), steps: [ { tool: { name: npm }, run: exit 4 } ] }
        """);
    write(
        ".pawl/tools.yml",
        "tools: { npm: { failure-threshold: 1, failure-exit-codes: [75], expected-exit-codes: [0, 4] } }");
    pawl("run", "w.yml").exits(1).says("tool 'npm' is not available: its breaker is open");
    pawl("doctor", "--repair", "--reset", "npm").exits(0);
    write(".pawl/tools.yml", "tools: { npm: { expected-exit-codes: [0, 4, 75] } }");
    pawl("run", "w.yml").exits(0);
    write(".pawl/tools.yml", "tools:\n  npm: { cooldwn: 3s }");
    pawl("run", "w.yml")
        .exits(2)
        .complains("tools.yml:2:10: error: unknown key `cooldwn` in `tools`");
  }

  @Test
  void aCorruptJournalAffectsOneRunOnly() throws SQLException {
    aRun();
    damage("DROP TRIGGER journal_is_never_rewritten");
    damage("UPDATE journal SET hash = 'forged' WHERE aggregate = 'run' AND seq = 1");
    pawl("doctor", "--repair").exits(1).says("journal_corrupt").says("chain breaks at entry 1");
    pawl("show", "1")
        .exits(0)
        .says("success")
        .complainsOf(
            "pawl: the run is quarantined: .*chain breaks at entry 1. Run `pawl doctor` for details.\n");
    pawl("run", "w.yml").exits(0);
  }

  @Test
  void aRunThatTheStoreRejectsIsStopped() throws SQLException {
    aRun();
    damage(
        """
        CREATE TRIGGER poison BEFORE INSERT ON step
        BEGIN SELECT RAISE(ABORT, 'poison'); END
        """);
    pawl("run", "w.yml")
        .exits(3)
        .complains("is quarantined and its jobs are stopped")
        .complains("poison");
    damage("DROP TRIGGER poison");
    aRun();
    pawl("show", "2").exits(0).says("interrupted");
  }

  @Test
  void aForcedCancelEndsAQuarantinedRun() throws SQLException {
    aRun();
    damage(
        """
        CREATE TRIGGER poison BEFORE INSERT ON step
        BEGIN SELECT RAISE(ABORT, 'poison'); END
        """);
    pawl("run", "w.yml").exits(3);
    damage("DROP TRIGGER poison");
    pawl("runs").exits(0).says("quarantined: ").says("poison");
    pawl("doctor").exits(1).says("quarantined").says("--force");
    damage("DROP TRIGGER journal_is_never_rewritten");
    damage(
        """
        UPDATE journal SET hash = 'forged'
        WHERE aggregate_id = (SELECT id FROM run WHERE number = 2) AND seq = 1
        """);
    pawl("run", "w.yml").exits(0);
    pawl("show", "2").exits(0).complains("Run `pawl cancel 2 --force` to end it.");
    pawl("cancel", "2", "--force").exits(0);
    pawl("show", "2").exits(0).says("cancelled").says("it was quarantined");
    pawl("history", "2").exits(0).says("RESTORED");
    pawl("doctor").exits(1).says("journal_corrupt").says("ended by its rows");
    pawl("doctor", "--all").exits(1).says("journal_corrupt");
  }

  @Test
  void anOrphanedRunIsReportedAndEnded() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: ./await never } ] } } }");
    PawlProcess running = start("run", "w.yml").awaitOutput("Run ./await never");
    pawl("doctor").exits(0);
    running.kill();
    pawl("doctor").exits(1).says("owner_gone");
    pawl("doctor", "--repair").exits(0).says("ended as interrupted");
    pawl("show").exits(0).says("interrupted");
  }

  /// As a backup is, where nothing ran before.
  @Test
  void aCopiedStoreIsReadable() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: ./await never } ] } } }");
    start("run", "w.yml").awaitOutput("Run ./await never").kill();
    DirectoryDeletion.delete(directory.resolve(".pawl/owners"));
    pawl("show").exits(0).says("running").complains("was interrupted: its process");
  }

  @Test
  void aFailedJobOfALiveRunCanBeSkipped() {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: x, steps: [ { run: exit 3 } ] }
          b: { runs-on: x, steps: [ { run: ./await end } ] }
        """);
    PawlProcess running = start("run", "w.yml").awaitOutput("Run ./await end");
    running.awaitOutput("a failed");
    pawl("skip", "1", "a").exits(0).says("Skipped 'a' of run #1.");
    write("end", "");
    running.end().exits(0);
    pawl("skip", "1", "a").exits(3).complains("`pawl rerun 1 --failed --skip a`");
  }

  @Test
  void theDoctorAdvisesToRerunAFailedJob() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: exit 3 } ] } } }");
    pawl("run", "w.yml").exits(1);
    JsonNode failed = json("doctor", "--json").get("failed").get(0);
    assertThat(failed.get("commands").get(0).asString()).isEqualTo("pawl rerun 1 --job a");
    copied(failed.get("commands").get(0).asString()).exits(1).says("exit 3").says("attempt 2");
  }

  @Test
  void theDoctorsCommandRetriesAServersRun() {
    String url = TestPostgres.newSchema();
    try (var store = TestPostgres.open(url)) {
      SampleCommits.register(store, SampleCommits.AGENT, 10, "linux");
      new DrivenRun(store, "r1").planned(SamplePlans.sideBySide(2)).running().failed();
      CommandResult doctor = pawl("doctor", "--json", "--store", url).exits(1); // it was long ago
      JsonNode failed = JsonMapper.shared().readTree(doctor.out()).get("failed").get(0);
      copied(failed.get("commands").get(0).asString()).exits(0).says("job-0: attempt 2 is queued");
    }
  }

  @Test
  void aPrunedRunLeavesARecord() {
    aRun();
    aRun();
    pawl("prune").exits(2).complains("no limit given");
    pawl("prune", "--keep-log-mib", "0", "--dry-run").exits(2).complains("--dry-run");
    pawl("prune", "--keep-log-mib", "0").exits(0).says("Deleted the logs of 0 runs, 0 bytes");
    pawl("prune", "--keep-runs", "-1").exits(2).complains("must not be negative");
    pawl("prune", "--keep-runs", "1", "--dry-run").exits(0).says("1 run would be deleted");
    pawl("prune", "--keep-runs", "1").exits(0).says("Deleted 1 run.");
    pawl("history", "1").exits(0).says("run #1").says("was pruned");
    pawl("show", "1").exits(2).complains("was pruned");
    pawl("history", "2", "--verify").exits(0);
    pawl("doctor", "--all").exits(0);
  }

  @Test
  void logsAndDeadAgentsArePruned() throws SQLException {
    aRun();
    Path logs = directory.resolve(".pawl/logs");
    assertThat(logs).isNotEmptyDirectory();
    damage("UPDATE run SET ended_at = '%s'".formatted(Instant.now().minusSeconds(3600)));
    damage("UPDATE attempt SET since = '2026-01-01T00:00:00.000Z'");
    damage("DROP TRIGGER journal_is_never_rewritten");
    damage("UPDATE journal SET at = '2026-01-01T00:00:00.000Z' WHERE aggregate = 'agent'");
    packaged("prune", "--keep-days", "1", "--keep-log-mib", "0")
        .exits(0)
        .says("Deleted 0 runs.")
        .says("Deleted 1 agent.")
        .says("Deleted the logs of 1 run");
    assertThat(logs).isEmptyDirectory();
  }

  @Test
  void aBackupIsRestored() throws IOException {
    aRun();
    pawl("backup").exits(2).complains("FILE is missing");
    pawl("backup", "b.db").exits(0).says("journals verified");
    pawl("backup", "b.db").exits(3).complains("the file exists");
    pawl("backup", "nowhere/b.db").exits(3).complains("there is no directory");
    aRun();
    Path store = directory.resolve(".pawl/pawl.db");
    for (String suffix : new String[] {"", "-wal", "-shm"}) {
      Files.deleteIfExists(directory.resolve(".pawl/pawl.db" + suffix));
    }
    Files.copy(directory.resolve("b.db"), store);
    assertThat(json("runs", "--json").size()).isEqualTo(1);
    pawl("doctor", "--all").exits(0);
    aRun();
    assertThat(json("runs", "--json").size()).isEqualTo(2);
  }

  @Test
  void postgresBackupPrintsItsCommands() {
    CommandResult said = pawl("backup", "--store", "postgresql://me:secret@db.example/pawl");
    said.exits(2).says("pg_dump").says("Nothing was copied");
    assertThat(said.out()).doesNotContain("secret");
    pawl("doctor", "--store", "nonsense").exits(2).complains("postgresql://");
    pawl("doctor", "--store", "postgresql://127.0.0.1:1/pawl").exits(3).complains("reached");
  }
}
