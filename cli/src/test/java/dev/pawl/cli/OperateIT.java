package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// `pawl doctor`, `prune` and `backup`.
class OperateIT extends EndToEnd {

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

  @Test
  void whatIsDamagedIsNamedAndRepairedOnRequest() throws SQLException {
    aRun();
    pawl("doctor").exits(0).says("healthy");
    damage("UPDATE attempt SET state = 'failed'");
    pawl("doctor").exits(1).says("state is 'failed', the journal says 'success'").says("--repair");
    pawl("doctor").exits(1);
    pawl("doctor", "--repair").exits(0).says("repaired: rebuilt 1 row(s)").says("healthy");
    pawl("history").exits(0).says("REBUILD");
    JsonNode healthy = json("doctor", "--all", "--json");
    assertThat(healthy.get("healthy").asBoolean()).isTrue();
    assertThat(healthy.get("findings").size()).isZero();
  }

  @Test
  void aJournalThatWasTamperedWithIsNamedAndNothingElseSuffers() throws SQLException {
    aRun();
    damage("DROP TRIGGER journal_is_never_rewritten");
    damage("UPDATE journal SET hash = 'forged' WHERE aggregate = 'run' AND seq = 2");
    pawl("doctor", "--repair").exits(1).says("journal_broken").says("chain breaks at entry 2");
    pawl("show", "1")
        .exits(0)
        .says("success")
        .complainsOf(
            "pawl: the journal of run [0-9a-f]+ contradicts itself: its chain breaks at entry 2;"
                + " nothing more is decided about it, and `pawl doctor` tells more\n");
    pawl("run", "w.yml").exits(0);
  }

  @Test
  void aRunThatTheStoreRefusesEndsWithAWordAndNothingOfItIsLeft() throws SQLException {
    aRun();
    damage(
        """
        CREATE TRIGGER poison BEFORE INSERT ON step
        BEGIN SELECT RAISE(ABORT, 'poison'); END
        """);
    pawl("run", "w.yml")
        .exits(3)
        .complains("cannot go on, and its jobs are stopped")
        .complains("poison");
    damage("DROP TRIGGER poison");
    pawl("show").exits(0).says("interrupted");
    aRun();
  }

  @Test
  void aRunWhoseProcessIsGoneIsNamedAndEndedOnRequest() {
    workflow("{ on: push, jobs: { a: { runs-on: x, steps: [ { run: ./await never } ] } } }");
    Pawl running = start("run", "w.yml").untilItPrints("Run ./await never");
    pawl("doctor").exits(0);
    running.kill();
    pawl("doctor").exits(1).says("owner_gone");
    pawl("doctor", "--repair").exits(0).says("ended as interrupted");
    pawl("show").exits(0).says("interrupted");
  }

  @Test
  void whatIsPrunedLeavesWord() {
    aRun();
    aRun();
    pawl("prune").exits(2).complains("say what to keep");
    pawl("prune", "--keep-log-mib", "0", "--dry-run").exits(2).complains("not in a dry run");
    pawl("prune", "--keep-log-mib", "0").exits(0).says("the logs of 0 run(s) pruned, 0 bytes");
    pawl("prune", "--keep-runs", "-1").exits(2).complains("less than nothing");
    pawl("prune", "--keep-runs", "1", "--dry-run").exits(0).says("1 run(s) would be pruned");
    pawl("prune", "--keep-runs", "1").exits(0).says("1 run(s) pruned");
    pawl("history", "1").exits(2).complains("run #1").complains("was pruned");
    pawl("history", "2", "--verify").exits(0);
    pawl("doctor", "--all").exits(0);
  }

  @Test
  void aBackupIsRestored() throws IOException {
    aRun();
    pawl("backup").exits(2).complains("pawl backup FILE");
    pawl("backup", "b.db").exits(0).says("journals checked");
    pawl("backup", "b.db").exits(3).complains("is there already");
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
  void aDatabaseIsBackedUpByItsOwnTools() {
    Ended said = pawl("backup", "--store", "postgresql://me:secret@db.example/pawl");
    said.exits(2).says("pg_dump").says("pawl has copied nothing");
    assertThat(said.out()).doesNotContain("secret");
    pawl("doctor", "--store", "nonsense").exits(2).complains("postgresql://");
    pawl("doctor", "--store", "postgresql://127.0.0.1:1/pawl").exits(3).complains("reached");
  }
}
