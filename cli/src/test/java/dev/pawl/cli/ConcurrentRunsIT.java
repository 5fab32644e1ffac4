package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
    b.end().exits(0);
    assertNoProcessLeft();
  }
}
