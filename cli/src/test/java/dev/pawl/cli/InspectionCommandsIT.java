package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.PawlProcess;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Tests of `pawl runs`, `show`, `logs` and `history`.
class InspectionCommandsIT extends EndToEndFixture {

  private void runOf(String word) {
    workflow(
        """
        on: push
        jobs:
          a: { runs-on: x, steps: [ { name: a step with a rather long name, run: echo %1$s by a } ] }
          b: { runs-on: x, steps: [ { run: echo %1$s by b } ] }
        """
            .formatted(word));
    packaged("run", "w.yml").exits(0);
  }

  @Test
  void aRunIsFoundByNumberOrId() {
    runOf("one");
    runOf("two");
    String first = json("show", "1", "--json").get("run").get("id").asString();

    packaged("logs").exits(0).says("two by a\n").says("two by b\n");
    pawl("logs", "1").exits(0).says("one by a\n");
    pawl("logs", "#1").exits(0).says("one by a\n");
    pawl("logs", first).exits(0).says("one by a\n");
    pawl("logs", first.substring(0, first.length() - 1)).exits(0).says("one by a\n");
    assertThat(pawl("logs", "1", "b").exits(0).out()).contains("one by b").doesNotContain("by a");
    packaged("show", "77").exits(2).complains("run '77' not found").complains("pawl runs");
    pawl("logs", "1", "c")
        .exits(2)
        .complains("job 'c' not found in run #1: its jobs are 'a', 'b'.");
    pawl("logs", "1", "--failed").exits(0).complains("run #1 has no logs: no step has failed");
    packaged("history", "1", "c")
        .exits(2)
        .complains("job 'c' not found in run #1: its jobs are 'a', 'b'.");
  }

  @Test
  void logsAreFollowedToTheEndOfTheRun() {
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: x
            steps:
              - { name: first, run: 'echo begun; touch begun; ./await go; echo gone on' }
              - { name: second, run: echo the end of it }
        """);
    PawlProcess run = start("run", "w.yml");
    awaitFile("begun");
    PawlProcess logs = start("logs", "-f").awaitOutput("── a › first\nbegun\n");
    write("go", "");

    logs.end().exits(0).says("begun\ngone on\n── a › second\nthe end of it\n");
    run.end().exits(0);
    packaged("logs", "--follow").exits(0).says("gone on\n── a › second\nthe end of it\n");
  }

  @Test
  void followingEndsWhenTheOwnerIsKilled() {
    workflow(
        "on: push\njobs: { a: { runs-on: x, steps: [ { run: echo begun; ./await never } ] } }\n");
    PawlProcess run = start("run", "w.yml");
    run.awaitOutput("a ›");
    PawlProcess logs = start("logs", "-f").awaitOutput("begun\n");
    run.kill();

    logs.end().exits(0);
  }

  @Test
  void everythingIsAvailableAsJson() {
    runOf("one");

    JsonNode runs = json("runs", "--json");
    assertThat(runs.size()).isEqualTo(1);
    assertThat(runs.get(0).get("number").asInt()).isEqualTo(1);
    assertThat(runs.get(0).get("startedBy").asString()).startsWith("person:");
    JsonNode shown = json("show", "--json");
    assertThat(shown.get("attempts").size()).isEqualTo(2);
    assertThat(shown.get("steps").get(0).get("exitCode").asInt()).isZero();
    assertThat(shown.get("run").get("phase").asString()).isEqualTo("SUCCESS");
    assertThat(shown.get("attempts").get(0).get("phase").asString()).isEqualTo("SUCCESS");
    JsonNode history = json("history", "1", "a", "--json");
    assertThat(history.get(0).get("entity").asString()).isEqualTo("a/1");
    assertThat(history.get(0).get("event").asString()).isEqualTo("ENQUEUE");
  }

  @Test
  void statesAreAligned() {
    runOf("one");

    String shown = packaged("show", "1").exits(0).says("#1 w.yml  ✓ success").out();

    assertThat(shown.lines().skip(2).map(line -> line.indexOf("success")).distinct()).hasSize(1);
    assertThat(shown.lines()).allMatch(line -> line.equals(line.stripTrailing()));
  }

  @Test
  void aComputedStepNameIsUsedEverywhere() {
    workflow(
        """
        on: push
        jobs:
          a:
            runs-on: x
            steps:
              - { id: v, run: 'echo v=1.2 >> $GITHUB_OUTPUT' }
              - { name: 'Deploy ${{ steps.v.outputs.v }}', run: 'echo oh; exit 3' }
        """);
    packaged("run", "w.yml")
        .exits(1)
        .says("a › Deploy 1.2\n")
        .says("step 'Deploy 1.2' failed")
        .says("✗ a › Deploy 1.2: exit code 3");
    packaged("show").says("✗ Deploy 1.2 ");
    packaged("logs", "--failed").says("── a › Deploy 1.2");
  }

  @Test
  void aProjectWithoutRuns() {
    packaged("runs").exits(0).says("No runs yet");
    assertThat(json("runs", "--json").isEmpty()).isTrue();
    for (String command : new String[] {"show", "logs", "history"}) {
      packaged(command).exits(2).complains("no runs found in '" + directory);
    }
    assertThat(directory.resolve(".pawl")).doesNotExist();
  }

  @Test
  void aStoreOfANewerVersionIsRejected() throws SQLException {
    runOf("one");
    Path store = directory.resolve(".pawl/pawl.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + store);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version = 999");
    }

    packaged("runs").exits(3).complains("newer Pawl").complains("999");
    packaged("run", "w.yml").exits(3).complains("newer Pawl");
  }

  @Test
  void aFileThatIsNoStoreIsNotChanged() {
    runOf("one");
    write(".pawl/pawl.db", "This is not a database. ".repeat(100));

    packaged("runs").exits(3).complains("damaged");
    packaged("run", "w.yml").exits(3).complains("damaged");
  }

  @Test
  void aCorruptJournalIsReported() throws SQLException {
    runOf("one");
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(".pawl/pawl.db"));
        var statement = connection.createStatement()) {
      statement.execute("DROP TRIGGER journal_is_never_rewritten");
      statement.execute(
          "UPDATE journal SET transitions = replace(transitions, 'success', 'failed')");
    }

    packaged("history", "1", "--verify").exits(1).complains("corrupt");
  }
}
