package dev.pawl.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.cli.process.PawlProcess;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// SIGKILL of pawl itself: commands that look say so, and a repair or the next run ends it.
class CrashIT extends EndToEndFixture {

  private static final String LONG =
      """
      on: push
      jobs:
        before: { runs-on: x, steps: [ { name: zero, run: 'true' } ] }
        work:
          needs: before
          runs-on: x
          steps: [ { name: one, run: 'true' }, { name: two, run: touch ready; sleep 1000 } ]
        after: { needs: work, runs-on: x, steps: [ { run: touch never } ] }
      """;

  @Test
  void aKilledRunIsFoundInterrupted() throws IOException {
    workflow(LONG);
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("KILL").end();

    assertNoProcessLeft();
    packaged("runs").exits(0).says("▸ running").says("run #1 was interrupted: its process");
    pawl("show").exits(0).says("running").complains("Run `pawl resume 1` to continue it.");
    packaged("doctor", "--repair").exits(0).says("ended as interrupted");
    pawl("runs").exits(0).says("✗ failed").says("interrupted: process");
    assertThat(jobs()).containsExactly("before success", "work lost", "after skipped");
    assertNoFileLeft();
    hasAWholeHistory();
  }

  private void hasAWholeHistory() {
    pawl("history", "--verify").exits(0).complains("The hash chain is intact.");

    long seq = 0;
    for (JsonNode line : json("history", "--json")) {
      assertThat(line.get("seq").asLong()).isEqualTo(++seq);
      assertThat(line.get("actor").asString()).isNotEmpty();
      assertThat(line.get("reason").asString()).isNotEmpty();
      assertThat(line.get("at").asString()).isNotEmpty();
    }
    assertThat(seq).isGreaterThan(10);
    pawl("history", "1", "work").says("recovering → lost").says("  interrupted: process");
  }

  @Test
  void aRunKilledWhileStoppedIsFoundInterrupted() {
    workflow(LONG);
    PawlProcess run = start("run", "w.yml");
    awaitFile("ready");

    run.signal("STOP").signal("KILL").end();

    assertNoProcessLeft();
    pawl("runs").exits(0).says("running").says("was interrupted");
  }

  @Test
  void aRunKilledAtAnyMomentIsInterrupted() throws IOException {
    workflow(LONG);
    for (String moment : new String[] {"", "run #", "before › zero", "✓ before", "work › two"}) {
      start("run", "w.yml").awaitOutput(moment).signal("KILL").end();
    }

    pawl("doctor", "--repair").exits(0);
    JsonNode runs = json("runs", "--json");

    assertThat(runs.size()).isBetween(4, 5);
    for (JsonNode run : runs) {
      assertThat(run.get("state").asString()).isEqualTo("failed");
      assertThat(run.get("reason").asString()).isEqualTo("interrupted");
    }
    assertNoProcessLeft();
    assertNoFileLeft();
  }

  @Test
  void filesOfADeadOwnerAreRemoved() throws IOException {
    workflow("on: push\njobs: { a: { runs-on: x, steps: [ { run: 'true' } ] } }\n");
    pawl("run", "w.yml").exits(0);
    String owner = "0123456789abcdef".repeat(2);
    Files.createDirectories(directory.resolve(".pawl/work").resolve(owner).resolve("1"));
    write(".pawl/owners/" + owner + ".lock", "");

    pawl("runs").exits(0).says("success");
    assertThat(directory.resolve(".pawl/owners").resolve(owner + ".lock")).exists();
    pawl("run", "w.yml").exits(0);

    assertNoFileLeft();
  }

  @Test
  void aRunThatFollowsAKilledOneSucceeds() throws IOException {
    workflow(LONG);
    PawlProcess killed = start("run", "w.yml");
    awaitFile("ready");
    killed.signal("KILL").end();
    workflow("on: push\njobs: { a: { runs-on: x, steps: [ { run: 'true' } ] } }\n");

    pawl("run", "w.yml").exits(0).says("run #2 success");

    pawl("runs").says("#2     ✓ success").says("#1     ✗ failed");
    assertNoFileLeft();
  }
}
