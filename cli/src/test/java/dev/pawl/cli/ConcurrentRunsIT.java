package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.Await;
import dev.pawl.cli.process.CommandResult;
import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Several runs at the same time in one directory.
class ConcurrentRunsIT extends EndToEndFixture {

  @Test
  void twoRunsAreIndependent() throws IOException {
    write("a.yml", meeting("a", "b"));
    write("b.yml", meeting("b", "a"));
    PawlProcess a = start("run", "a.yml");
    PawlProcess b = start("run", "b.yml");
    awaitFile("a");
    awaitFile("b");

    pawl("runs").exits(0).says("#1     ▸ running").says("#2     ▸ running");
    write("go", "");

    a.end().exits(0);
    b.end().exits(0);
    pawl("runs").says("#1     ✓ success").says("#2     ✓ success");
    assertNoFileLeft();
  }

  private static String meeting(String mine, String other) {
    return """
    on: push
    jobs:
      first: { runs-on: x, steps: [ { run: touch %s; ./await %s; ./await go } ] }
      second: { needs: first, runs-on: x, steps: [ { run: echo second } ] }
    """
        .formatted(mine, other);
  }

  /// The first process creates the store; the others wait for it.
  @Test
  void simultaneousFirstRunsSucceed() {
    workflow("on: push\njobs: { a: { runs-on: x, steps: [ { run: 'true' } ] } }\n");
    List<PawlProcess> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      runs.add(start("run", "w.yml"));
    }

    runs.forEach(run -> run.end().exits(0));

    List<Integer> numbers = new ArrayList<>();
    for (JsonNode run : json("runs", "--json")) {
      assertThat(run.get("state").asString()).isEqualTo("success");
      numbers.add(run.get("number").asInt());
    }
    assertThat(numbers).containsExactly(4, 3, 2, 1);
  }

  @Test
  void cancellingOneRunDoesNotAffectTheOther() {
    write("a.yml", meeting("a", "b"));
    write("b.yml", meeting("b", "a"));
    PawlProcess a = start("run", "a.yml");
    PawlProcess b = start("run", "b.yml");
    awaitFile("a");
    awaitFile("b");

    a.signal("INT").end().exits(130);
    write("go", "");

    b.end().exits(0);
    assertNoProcessLeft();
  }

  @Test
  void aRunCancelledByItsGroupEndsItsProcess() {
    String group =
        """
        on: push
        concurrency: { group: all, cancel-in-progress: true }
        jobs: { a: { runs-on: x, steps: [ { run: %s } ] } }
        """;
    write("a.yml", group.formatted("touch a; ./await never"));
    write("b.yml", group.formatted("touch b"));
    PawlProcess a = start("run", "a.yml");
    awaitFile("a");

    PawlProcess b = start("run", "b.yml");

    a.end().exits(130).says("run #1 cancelled");
    CommandResult newer = b.end().exits(0);
    assertThat(newer.out()).as("only its own run").doesNotContain("#1");
    assertNoProcessLeft();
  }

  @Test
  void aSupersededRunThatWaitsEndsItsProcess() {
    workflow(waiting("concurrency: deploy", ""));
    PawlProcess first = start("run", "w.yml").awaitOutput("▸ a running");
    PawlProcess second = start("run", "w.yml").awaitOutput("run #2");
    awaitMember(2);
    PawlProcess third = start("run", "w.yml").awaitOutput("run #3");

    second.end().exits(130).says("run #2 cancelled (Superseded by run #3)");
    write("end", "");
    first.end().exits(0);
    third.end().exits(0);
  }

  @Test
  void aSupersededJobThatWaitsEndsItsProcess() {
    workflow(waiting("", "concurrency: deploy"));
    PawlProcess first = start("run", "w.yml").awaitOutput("▸ a running");
    PawlProcess second = start("run", "w.yml").awaitOutput("run #2");
    awaitMember(2);
    PawlProcess third = start("run", "w.yml").awaitOutput("run #3");

    second.end().exits(130).says("a cancelled: Superseded by run #3");
    write("end", "");
    first.end().exits(0);
    third.end().exits(0);
  }

  @Test
  void aWaitingRunContinuesWhenTheHolderDies() {
    workflow(waiting("concurrency: deploy", ""));
    PawlProcess first = start("run", "w.yml").awaitOutput("▸ a running");
    PawlProcess second = start("run", "w.yml").awaitOutput("run #2");
    awaitMember(2);

    first.kill();
    write("end", "");

    second.end().exits(0);
    pawl("show", "1").exits(0).says("failed (interrupted");
  }

  private static String waiting(String ofRun, String ofJob) {
    return """
    on: push
    %s
    jobs:
      a:
        runs-on: x
        %s
        steps: [ { run: ./await end } ]
    """
        .formatted(ofRun, ofJob);
  }

  /// Waits until a run is explained as waiting for its group.
  private void awaitMember(int run) {
    Await.until(
        "run " + run + " waits for its group",
        () -> pawl("why", "" + run).out().contains("waits for the concurrency group 'deploy'"));
  }
}
